package cmd

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/planlint/planlint/contracts/tree"
	"github.com/planlint/planlint/dryrun"
	"github.com/planlint/planlint/dryrun/store"
)

func newJournal(env *Env) *cobra.Command {
	return group("journal", "Prove what a run did from its journal", newJournalVerify(env), newJournalAudit(env), newJournalExport(env), newJournalReplay(env))
}

// journalOptions are the flags of the commands that read a journal.
type journalOptions struct {
	storeFlags
	format string
}

func (o *journalOptions) add(c *cobra.Command) {
	c.Flags().StringVar(&o.format, "format", "text", "how to print, a `FORMAT`: text or json")
	o.storeFlags.add(c)
}

// theJournal describes the argument that names a journal.
const theJournal = "the id of a run or the file of an exported journal, a path or a name that ends in .jsonl"

// readsJournal is what the help says of that argument.
const readsJournal = `What has a / in it or ends in .jsonl is the file of an exported journal, and - is standard input; anything else is the id
of a run. What lies in the working directory never takes the place of a run.`

// isFile reports whether a journal is named by its file. The form alone decides, so that no file that somebody puts there
// is read in place of a run.
func isFile(name string) bool {
	return name == "-" || strings.ContainsAny(name, `/\`) || endsAsFile(name)
}

// endsAsFile reports whether a name ends as those of exported journals do, which no id of a run does.
func endsAsFile(name string) bool { return strings.EqualFold(filepath.Ext(name), ".jsonl") }

// journal reads the journal of a run, or an exported one, and verifies it. It changes nothing.
func (o *journalOptions) journal(ctx context.Context, env *Env, name string) (*recorded, error) {
	if isFile(name) {
		return o.exported(env, name)
	}
	rec, err := o.recorded(ctx, env, name)
	var none *noRunError
	if errors.As(err, &none) {
		if info, e := os.Stat(env.abs(name)); e == nil && info.Mode().IsRegular() {
			err = usage("for the file of that name write "+dryrun.Word("./"+name), "%w", none)
		}
	}
	return rec, err
}

// exported reads an exported journal.
func (o *journalOptions) exported(env *Env, name string) (*recorded, error) {
	if o.tenant != "" {
		return nil, usage("leave it out", "--tenant goes with the id of a run, and %s is a file", tree.Quote(name))
	}
	in := env.Stdin
	if name != "-" {
		f, err := os.Open(env.abs(name))
		if err != nil {
			return nil, usage("planlint runs lists the runs that are kept", "journal %s: %s", tree.Quote(name), reason(err))
		}
		defer f.Close()
		in = f
	}
	records, run, err := store.Import(in)
	switch {
	case errors.Is(err, store.ErrTooNew):
		return nil, &dryrun.StopError{Class: dryrun.Unable, Code: dryrun.CodeStore, Message: "journal " + tree.Quote(name) + " can't be read", Err: err,
			Hint: "use the version of planlint that wrote it, or a later one"}
	case errors.Is(err, store.ErrCorrupt), errors.Is(err, store.ErrTooLarge):
		return nil, damaged(name, len(records), err)
	case err != nil:
		return nil, usage("", "journal %s: %s", tree.Quote(name), reason(err))
	}
	rec := &recorded{run: store.Run{RunID: run}, records: records, file: name}
	story, err := dryrun.Tell(run, records)
	return rec.told(story, err)
}

// damaged is the error of an exported journal that is not what was written.
func damaged(name string, good int, err error) error {
	e := &dryrun.StopError{Class: dryrun.Unknown, Code: dryrun.CodeTampered, Message: "journal " + tree.Quote(name) + " is not what was written", Err: err}
	var chain *store.ChainError
	if errors.As(err, &chain) && chain.Torn {
		e.Message = "journal " + tree.Quote(name) + " is not whole"
		e.Hint = fmt.Sprintf("the %d %s before are as they were written; export it again", good, plural(good, "record"))
	}
	return e
}

// journalHead is what the JSON of every journal command begins with.
type journalHead struct {
	SchemaVersion int             `json:"schema_version"`
	File          *string         `json:"file"` // that was read; null where it was a run of the store
	RunID         string          `json:"run_id"`
	Tenant        string          `json:"tenant"`
	OK            bool            `json:"ok"`
	Records       int             `json:"records"`
	Head          string          `json:"head"`
	Canon         int             `json:"canon"` // the number of the rules by which its digests were made
	Error         *journalProblem `json:"error"`
}

// journalProblem is why a journal did not pass.
type journalProblem struct {
	Reason  string `json:"reason"`
	Message string `json:"message"`
	Record  *int64 `json:"record"` // the first that is wrong; null where it is none
	Hint    string `json:"hint"`
}

// headOf is the head of a document about a journal that was named so; rec is nil where it could not be read.
func headOf(name string, rec *recorded, err error) journalHead {
	h := journalHead{SchemaVersion: 1, OK: err == nil, Error: problemOf(err)}
	if isFile(name) {
		h.File = &name
	}
	if rec != nil {
		h.RunID, h.Tenant, h.Records, h.Head, h.Canon = rec.run.ID, rec.run.Tenant, len(rec.records), rec.story.Head, rec.story.Admission.Canon
	}
	return h
}

func problemOf(err error) *journalProblem {
	if err == nil {
		return nil
	}
	p := &journalProblem{Reason: "failed", Message: err.Error()}
	var stop *dryrun.StopError
	var bad *usageError
	switch {
	case errors.As(err, &stop):
		p.Reason, p.Hint = string(stop.Code), stop.Hint
	case errors.As(err, &bad):
		p.Reason, p.Hint = "usage", bad.hint
	}
	var chain *store.ChainError
	var told *dryrun.StoryError
	switch {
	case errors.As(err, &chain):
		p.Record = &chain.Seq
	case errors.As(err, &told):
		p.Record = &told.Seq
	}
	return p
}

// nameOf is a journal as messages have it: a run of the store, or a file.
func (rec *recorded) nameOf() string {
	if rec.file != "" {
		return fmt.Sprintf("journal %s, of run %s of tenant %s", tree.Visible(rec.file), tree.Visible(rec.run.ID), tree.Visible(rec.run.Tenant))
	}
	return fmt.Sprintf("run %s of tenant %s", tree.Visible(rec.run.ID), tree.Visible(rec.run.Tenant))
}

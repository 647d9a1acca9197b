package cmd

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/gofrs/flock"

	"github.com/planlint/planlint/contracts/tree"
	"github.com/planlint/planlint/dryrun"
)

const (
	approvalsVersion = 1        // numbers the form of the file
	maxApprovals     = 16 << 20 // bytes of a file that is read
)

// approvalsFile is a file of decisions that were made before a run, and answers in a person's place. It holds digests,
// no values.
type approvalsFile struct {
	Version   int        `json:"planlint_approvals"`
	Approvals []approval `json:"approvals"`
	Used      *approvals `json:"used"` // by which run; null = not yet

	name string // as it was given
	path string
	now  func() time.Time
	used func(ctx context.Context, tenant, approval string) (bool, error) // whether the store knows an approval as used
	took bool                                                             // a decision of it was taken
}

// approvals says when a file of them was used.
type approvals struct {
	Run string    `json:"run"`
	At  time.Time `json:"at"`
}

// approval is one decision: a yes of somebody to exactly what the digests say.
type approval struct {
	ID         string       `json:"id"` // good for one run
	Step       string       `json:"step"`
	Tool       string       `json:"tool"`
	By         string       `json:"by"`
	At         time.Time    `json:"at"`
	Expires    time.Time    `json:"expires"`
	Digest     string       `json:"digest"`
	Parts      dryrun.Parts `json:"parts"`
	AllowBound bool         `json:"allow_bound"` // values that come at run time are approved too, whatever they are
}

// mayHoldApprovals makes sure, before anybody is asked, that decisions can be written to a file, and that nothing else is
// lost by it.
func mayHoldApprovals(ctx context.Context, env *Env, name string) error {
	if name == "" {
		return nil
	}
	path := env.abs(name)
	switch info, err := os.Stat(path); {
	case name == "-":
		return usage("leave it out", "--out -: without it the decisions go to standard output")
	case err == nil && !info.Mode().IsRegular() && !info.IsDir():
		return usage("without it the decisions go to standard output", "--out %s is no regular file", tree.Quote(name))
	case err == nil && info.Mode().IsRegular() && info.Size() > 0:
		data, err := readFile(path, maxApprovals+1)
		if err != nil || (&approvalsFile{}).decode(string(data)) != nil {
			return usage("name another file", "--out %s would write over what are no approvals", tree.Quote(name))
		}
	}
	a, err := createAtomic(ctx, path)
	if err != nil {
		return notCreated("--out "+tree.Quote(name), err)
	}
	a.discard()
	return nil
}

// Decide implements dryrun.Approver: a step is approved where the file has it with the very digest. What drifted since
// is named.
func (f *approvalsFile) Decide(ctx context.Context, r *dryrun.Request) (dryrun.Decision, error) {
	d := dryrun.Decision{RecordID: r.ID, At: f.now(), Recorded: true}
	no := func(code dryrun.Code, format string, args ...any) (dryrun.Decision, error) {
		d.Code, d.Reason = code, fmt.Sprintf(format, args...)
		return d, nil
	}
	var a *approval
	for i := range f.Approvals {
		if f.Approvals[i].Step == r.StepID {
			a = &f.Approvals[i]
		}
	}
	if a == nil {
		return no(dryrun.CodeMissing, "the file has none for it")
	}
	d.By, d.Approval, d.Expires = a.By, a.ID, a.Expires
	now := r.Parts
	switch {
	case f.Used != nil:
		return no(dryrun.CodeUsed, "run %s used the file at %s", tree.Quote(f.Used.Run), f.Used.At.UTC().Format(time.RFC3339))
	case a.Tool != r.Tool:
		return no(dryrun.CodeMismatch, "it is for tool %s", tree.Quote(a.Tool))
	case a.At.After(f.now()):
		return no(dryrun.CodeMismatch, "it was given at %s, which is still to come", a.At.UTC().Format(time.RFC3339))
	case a.AllowBound:
		now.Arguments = a.Parts.Arguments // values that come at run time were approved with the rest
	case r.Parts.Arguments == "":
		return no(dryrun.CodeMismatch, "its values exist only at run time, and planlint approve --allow-bound %s was not given", dryrun.Word(r.StepID))
	}
	if drift := a.Parts.Drift(now); drift != "" {
		return no(dryrun.CodeMismatch, "%s since %s approved it", drift, tree.Quote(a.By))
	}
	if !r.Again { // the second time it is this very run that uses it
		switch used, err := f.used(ctx, r.Tenant, a.ID); {
		case err != nil:
			return dryrun.Decision{}, err
		case used:
			return no(dryrun.CodeUsed, "a run used it before")
		}
	}
	d.Granted = true
	f.took = true
	return d, nil
}

// use marks the file as used, on the disk, before the first step runs. Of two runs that come at the same time one is
// refused. A file that no step needed is left alone, and what is no file, a pipe say, can't be marked: the store remembers
// that its decisions were used.
func (f *approvalsFile) use(ctx context.Context, run string, now time.Time) error {
	if !f.took {
		return nil
	}
	if info, err := os.Stat(f.path); err == nil && !info.Mode().IsRegular() {
		return nil
	}
	lock := flock.New(f.path)
	if err := lock.Lock(); err != nil {
		return usage("", "approvals %s can't be marked as used: %s", f.name, reason(err))
	}
	defer lock.Unlock()
	data, err := readFile(f.path, maxApprovals+1)
	if err != nil {
		return usage("", "approvals %s can't be marked as used: %s", f.name, reason(err))
	}
	again := &approvalsFile{}
	if err := again.decode(string(data)); err != nil {
		return usage("planlint approve writes it", "approvals %s%s", f.name, err.Error())
	}
	if again.Used != nil {
		return &dryrun.StopError{Class: dryrun.NotCleared, Code: dryrun.CodeUsed, Message: fmt.Sprintf("run %s used the approvals at %s",
			tree.Quote(again.Used.Run), again.Used.At.UTC().Format(time.RFC3339)), Hint: "planlint approve makes others"}
	}
	again.Used = &approvals{Run: run, At: now.UTC()}
	if err := again.write(ctx, f.path); err != nil {
		return usage("", "approvals %s can't be marked as used: %s", f.name, reason(err))
	}
	return nil
}

// write writes the file whole, readable by its owner alone where it is new.
func (f *approvalsFile) write(ctx context.Context, path string) error {
	a, err := createAtomic(ctx, path)
	if err != nil {
		return err
	}
	if _, err := os.Stat(path); errors.Is(err, os.ErrNotExist) {
		if err := a.file.Chmod(0o600); err != nil {
			a.discard()
			return err
		}
	}
	if _, err := a.Write([]byte(jsonText(f))); err != nil {
		a.discard()
		return err
	}
	return a.commit()
}

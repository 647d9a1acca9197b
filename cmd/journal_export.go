package cmd

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"github.com/planlint/planlint/contracts/tree"
	"github.com/planlint/planlint/dryrun"
	"github.com/planlint/planlint/dryrun/store"
)

type exportOptions struct {
	storeFlags
	out   string
	force bool
}

func newJournalExport(env *Env) *cobra.Command {
	o := &exportOptions{}
	c := &cobra.Command{
		Use:   "export RUN",
		Short: "Write a journal to a file that can be verified elsewhere",
		Long: `export verifies the journal of a run and writes it as lines of JSON: every record with its hash, byte for byte, and a
last line that closes it. verify, audit and replay read such a file in place of a run, by its path or a name that ends in
.jsonl. It holds what tools answered, so nobody else may read it (mode 0600).

Exit codes: 0 written; 2 the call, the configuration or the store is at fault, or there is no such run; 5 the journal is
not what was written, and no file is made.`,
		Example: `  planlint journal export run_1 --out run_1.jsonl
  planlint journal export run_1 > run_1.jsonl`,
		Args: oneArgument("the id of a run; planlint runs lists them"),
		RunE: func(c *cobra.Command, args []string) error { return runJournalExport(c.Context(), env, o, args[0]) },
	}
	c.Flags().StringVar(&o.out, "out", "", "the `FILE` to write to, which must be new (default: standard output)")
	c.Flags().BoolVar(&o.force, "force", false, "with --out: write over an exported journal that is there")
	o.storeFlags.add(c)
	return c
}

// check refuses flags that mean nothing.
func (o *exportOptions) check() error {
	switch {
	case o.out == "-":
		return usage("leave it out", "--out -: without it the journal goes to standard output")
	case o.force && o.out == "":
		return usage("add --out FILE, or leave it out", "--force goes with --out only")
	}
	return nil
}

func runJournalExport(ctx context.Context, env *Env, o *exportOptions, id string) error {
	if err := o.check(); err != nil {
		return err
	}
	rec, err := o.recorded(ctx, env, id)
	if err != nil {
		return err
	}
	if o.out == "" {
		var b bytes.Buffer
		if err := store.Export(&b, rec.run.RunID, rec.records); err != nil {
			return dryrun.StoreError(rec.run.RunID, unusable, err)
		}
		return print(env, b.String())
	}
	return o.write(ctx, env, rec)
}

// write writes the file.
func (o *exportOptions) write(ctx context.Context, env *Env, rec *recorded) error {
	path := env.abs(o.out)
	switch {
	case !mayHoldJournal(path):
		return usage("name another file", "--out %s would write over what is no journal", tree.Quote(o.out))
	case taken(path) && !o.force:
		return usage("name another file, or write over it with --force", "--out %s is there already", tree.Quote(o.out))
	}
	f, err := createAtomic(ctx, path)
	if err != nil {
		return notCreated("--out "+tree.Quote(o.out), err)
	}
	if f.path != "" { // it has what the store has, which only its owner may read
		err = f.file.Chmod(0o600)
	}
	if err == nil {
		err = store.Export(f, rec.run.RunID, rec.records)
	}
	if err != nil {
		f.discard()
		return &writeError{err: fmt.Errorf("%s: %s", tree.Quote(o.out), reason(err))}
	}
	if err := f.commit(); err != nil {
		return &writeError{err: fmt.Errorf("%s: %s", tree.Quote(o.out), reason(err))}
	}
	return nil
}

// mayHoldJournal reports whether a journal may be written over a file: there is none, it is empty, it is a device or a
// pipe, or it is an exported journal, whole or not.
func mayHoldJournal(path string) bool {
	if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() || info.Size() == 0 {
		return true
	}
	f, err := os.Open(path)
	if err != nil {
		return true // what can't be read is left to be written
	}
	defer f.Close()
	_, _, err = store.Import(f)
	var chain *store.ChainError
	return err == nil || errors.As(err, &chain) && chain.Seq > 0
}

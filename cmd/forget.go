package cmd

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/planlint/planlint/contracts/tree"
	"github.com/planlint/planlint/dryrun"
	"github.com/planlint/planlint/dryrun/store"
)

type forgetOptions struct {
	storeFlags
	yes bool
}

func newForget(env *Env) *cobra.Command {
	o := &forgetOptions{}
	c := &cobra.Command{
		Use:   "forget RUN",
		Short: "Erase a run and its journal",
		Long: `forget erases a run: its journal, its results, and its claims on effects. What it did stays done, and a run of the same
plan does it again. What must not be undone by forgetting stays without the run's name: that approvals were used, what
was drawn on grants, and which reports are owed. There is no way back; planlint journal export keeps a copy.

Exit codes: 0 erased; 2 --yes is missing, the call or the configuration is at fault, there is no such run, or the store
can't be written; 5 another process is at the run.`,
		Example: `  planlint forget run_1              # says what would be erased
  planlint forget run_1 --yes`,
		Args: oneArgument("the id of a run; planlint runs lists them"),
		RunE: func(c *cobra.Command, args []string) error { return runForget(c.Context(), env, o, args[0]) },
	}
	c.Flags().BoolVar(&o.yes, "yes", false, "erase it: there is no way back")
	o.storeFlags.add(c)
	return c
}

func runForget(ctx context.Context, env *Env, o *forgetOptions, id string) (err error) {
	kept, err := o.open(ctx, env, !o.yes)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, kept.Close()) }()
	r, err := o.run(ctx, kept, id)
	if err != nil {
		return err
	}
	what := fmt.Sprintf("run %s of tenant %s: %d %s, %s, started %s", tree.Quote(r.ID), tree.Quote(r.Tenant), r.Seq, plural(int(r.Seq), "record"),
		forgetStatus(env, &r), moment(r.Created))
	if !o.yes {
		return usage("add --yes; there is no way back, and "+o.line("journal", "export", r.ID, "--out", "FILE")+" keeps a copy", "forget would erase %s", what)
	}
	if err := kept.Forget(ctx, r.RunID, gone); err != nil {
		return dryrun.StoreError(r.RunID, "the run can't be erased", err)
	}
	fmt.Fprintf(env.Stderr, "planlint: erased %s\n", what)
	return nil
}

func forgetStatus(env *Env, r *store.Run) string {
	holder, died := presence(env, r)
	return statusText(r.Status, holder, died)
}

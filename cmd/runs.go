package cmd

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"github.com/planlint/planlint/contracts/tree"
	"github.com/planlint/planlint/dryrun/store"
)

type runsOptions struct {
	storeFlags
	format string
}

func newRuns(env *Env) *cobra.Command {
	o := &runsOptions{}
	c := &cobra.Command{
		Use:   "runs",
		Short: "List the runs that are kept",
		Long: `runs lists the runs of the store that the configuration names, the latest first. A run that died was ended in the
middle, by a signal or a power cut say, without a word on its record: planlint resume carries it on. planlint show tells
the whole story of one.

The list is what the store has beside the journals; planlint journal verify says whether a journal is whole.

Exit codes: 0 done, also where there are none; 2 the call, the configuration or the store is at fault; 5 the store is
damaged.`,
		Example: `  planlint runs
  planlint runs --tenant acme --format json`,
		Args: noArguments,
		RunE: func(c *cobra.Command, _ []string) error { return runRuns(c.Context(), env, o) },
	}
	c.Flags().StringVar(&o.format, "format", "text", "how to print, a `FORMAT`: text or json")
	o.storeFlags.add(c)
	return c
}

// runRow is one run in the JSON output.
type runRow struct {
	RunID   string  `json:"run_id"`
	Tenant  string  `json:"tenant"`
	Agent   string  `json:"agent"`
	Goal    string  `json:"goal"`
	Status  string  `json:"status"`
	Held    bool    `json:"held"`  // a process is at it
	Died    bool    `json:"died"`  // it runs, by its record, and no process is at it
	Owner   *string `json:"owner"` // of the process that is at it
	Created string  `json:"created"`
	Updated string  `json:"updated"`
	Plan    string  `json:"plan"` // the digest of the plan in force
	Records int64   `json:"records"`
	Head    string  `json:"head"` // the hash of the last record
}

func runRuns(ctx context.Context, env *Env, o *runsOptions) (err error) {
	if err := oneOf("--format", o.format, "text", "json"); err != nil {
		return err
	}
	kept, err := o.open(ctx, env, true)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, kept.Close()) }()
	all, err := kept.Runs(ctx, o.tenant)
	if err != nil {
		return storeError(err)
	}
	if len(all) == 0 {
		of := ""
		if o.tenant != "" {
			of = " of tenant " + tree.Quote(o.tenant)
		}
		fmt.Fprintf(env.Stderr, "planlint: there are no runs%s\n", of)
	}
	if o.format == "json" {
		return printRuns(env, all)
	}
	if len(all) == 0 {
		return nil
	}
	t := newTable("RUN", "TENANT", "AGENT", "STATUS", "STARTED", "LAST RECORD", "GOAL")
	for i := range all {
		r := &all[i]
		holder, died := presence(env, r)
		t.row(tree.Visible(r.ID), nameText(r.Tenant), orDash(nameText(r.Agent)), statusText(r.Status, holder, died), moment(r.Created), moment(r.Updated),
			shortened(tree.Visible(r.Goal), 60))
	}
	return print(env, t.String())
}

func printRuns(env *Env, all []store.Run) error {
	rows := []runRow{}
	for i := range all {
		r := &all[i]
		holder, died := presence(env, r)
		rows = append(rows, runRow{RunID: r.ID, Tenant: r.Tenant, Agent: r.Agent, Goal: r.Goal, Status: r.Status, Held: holder != "", Died: died,
			Owner: optional(holder), Created: instant(r.Created), Updated: instant(r.Updated), Plan: r.Plan, Records: r.Seq, Head: r.Head})
	}
	return printJSON(env, struct {
		SchemaVersion int      `json:"schema_version"`
		Runs          []runRow `json:"runs"`
	}{1, rows})
}

// moment is a time for people, to the second.
func moment(t time.Time) string { return t.UTC().Format("2006-01-02 15:04:05Z") }

// shortened is a text of at most n characters.
func shortened(s string, n int) string {
	if r := []rune(s); len(r) > n {
		return string(r[:n-1]) + "…"
	}
	return s
}

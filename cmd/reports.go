package cmd

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/planlint/planlint/contracts/tree"
	"github.com/planlint/planlint/dryrun/store"
)

func newReports(env *Env) *cobra.Command {
	return group("reports", "See what has to be reported, and say that it was", newReportsList(env), newReportsDeliver(env))
}

type reportsOptions struct {
	storeFlags
	format string
	as     string
}

func newReportsList(env *Env) *cobra.Command {
	o := &reportsOptions{}
	c := &cobra.Command{
		Use:   "list",
		Short: "List the reports that are owed",
		Long: `list shows what was done under grants that ask for a report, and was not reported yet. As long as a report of a class of
actions is owed, a grant that asks for one does not cover another action of that class: a person is asked.

Exit codes: 0 done, also where nothing is owed; 2 the call, the configuration or the store is at fault.`,
		Example: `  planlint reports list
  planlint reports list --tenant acme --format json`,
		Args: noArguments,
		RunE: func(c *cobra.Command, _ []string) error { return runReportsList(c.Context(), env, o) },
	}
	c.Flags().StringVar(&o.format, "format", "text", "how to print, a `FORMAT`: text or json")
	o.storeFlags.add(c)
	return c
}

func newReportsDeliver(env *Env) *cobra.Command {
	o := &reportsOptions{}
	c := &cobra.Command{
		Use:   "deliver ID",
		Short: "Say that a report was delivered",
		Long: `deliver notes that somebody has reported what was done, so that it is owed no more. It sends nothing.

Exit codes: 0 noted; 2 the call or the configuration is at fault, no such report is owed, or the store can't be written.`,
		Example: `  planlint reports deliver 7
  planlint reports deliver 7 --as ada`,
		Args: oneArgument("the number of a report; planlint reports list shows them"),
		RunE: func(c *cobra.Command, args []string) error { return runReportsDeliver(c.Context(), env, o, args[0]) },
	}
	c.Flags().StringVar(&o.as, "as", "", "the `NAME` of who delivered it (default: the login)")
	o.storeFlags.add(c)
	return c
}

// reportRow is one report in the JSON output.
type reportRow struct {
	ID     int64   `json:"id"`
	Tenant string  `json:"tenant"`
	Class  string  `json:"class"`
	Grant  string  `json:"grant"`
	RunID  *string `json:"run_id"`  // null where the run was forgotten
	StepID *string `json:"step_id"` // likewise
	At     string  `json:"at"`
}

func runReportsList(ctx context.Context, env *Env, o *reportsOptions) (err error) {
	if err := oneOf("--format", o.format, "text", "json"); err != nil {
		return err
	}
	kept, err := o.open(ctx, env, true)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, kept.Close()) }()
	owed, err := kept.Reports(ctx, o.tenant)
	if err != nil {
		return storeError(err)
	}
	if o.format == "json" {
		rows := []reportRow{}
		for _, r := range owed {
			rows = append(rows, reportRow{r.ID, r.Tenant, r.Class, r.Grant, optional(r.Run.ID), optional(r.Step), instant(r.At)})
		}
		return printJSON(env, struct {
			SchemaVersion int         `json:"schema_version"`
			Reports       []reportRow `json:"reports"`
		}{1, rows})
	}
	if len(owed) == 0 {
		fmt.Fprintln(env.Stderr, "planlint: no report is owed")
		return nil
	}
	t := newTable("ID", "TENANT", "CLASS", "GRANT", "RUN", "STEP", "SINCE")
	for _, r := range owed {
		t.row(strconv.FormatInt(r.ID, 10), nameText(r.Tenant), nameText(r.Class), nameText(r.Grant), orDash(tree.Visible(r.Run.ID)),
			orDash(nameText(r.Step)), moment(r.At))
	}
	return print(env, t.String())
}

func runReportsDeliver(ctx context.Context, env *Env, o *reportsOptions, word string) (err error) {
	id, err := strconv.ParseInt(word, 10, 64)
	if err != nil || id < 1 {
		return usage("planlint reports list shows them", "%s is no number of a report", tree.Quote(word))
	}
	by := o.as
	if by == "" {
		by = env.login()
	}
	if strings.TrimSpace(by) == "" {
		return usage("name yourself with --as NAME", "who delivered it can't be told: there is no login")
	}
	if err := store.CheckName(by); err != nil {
		return usage("", "--as %s can't be kept", tree.Quote(by))
	}
	kept, err := o.open(ctx, env, false)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, kept.Close()) }()
	owed, err := kept.Reports(ctx, o.tenant)
	if err != nil {
		return storeError(err)
	}
	for _, r := range owed {
		if r.ID != id {
			continue
		}
		err := kept.Deliver(ctx, r.Tenant, id, by)
		switch {
		case errors.Is(err, store.ErrNotFound): // somebody else was quicker
			return notOwed(id)
		case err != nil:
			return storeError(err)
		}
		fmt.Fprintf(env.Stderr, "planlint: report %d on %s was delivered by %s\n", id, tree.Visible(r.Class), tree.Visible(by))
		return nil
	}
	return notOwed(id)
}

func notOwed(id int64) error {
	return usage("planlint reports list shows those that are", "report %d is not owed", id)
}

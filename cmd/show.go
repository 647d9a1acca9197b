package cmd

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/planlint/planlint/dryrun"
)

type showOptions struct {
	storeFlags
	format string
}

func newShow(env *Env) *cobra.Command {
	o := &showOptions{}
	c := &cobra.Command{
		Use:   "show RUN",
		Short: "Tell the story of a run from its journal",
		Long: `show reads the journal of a run, verifies it, and tells what it says: which plan, for whom, what happened in which order,
who let it happen, what came of it, and what can be done next. It changes nothing, and nothing of a journal that is not
what was written is shown.

As json it is the document that planlint run prints, and as jsonl the events.

Exit codes: 0 done, whatever became of the run; 2 the call, the configuration or the store is at fault, or there is no
such run; 5 the record is not what was written.`,
		Example: `  planlint show run_1
  planlint show run_1 --format json`,
		Args: oneArgument("the id of a run; planlint runs lists them"),
		RunE: func(c *cobra.Command, args []string) error { return runShow(c.Context(), env, o, args[0]) },
	}
	c.Flags().StringVar(&o.format, "format", "text", "how to print, a `FORMAT`: text, json or jsonl (the events)")
	o.storeFlags.add(c)
	return c
}

func runShow(ctx context.Context, env *Env, o *showOptions, id string) error {
	if err := oneOf("--format", o.format, "text", "json", "jsonl"); err != nil {
		return err
	}
	text, err := o.show(ctx, env, id)
	if err != nil && o.format == "json" {
		out := &runOutput{env: env, format: o.format}
		text = out.document(nil, "", err)
	}
	if e := print(env, text); e != nil {
		return errors.Join(e, err)
	}
	return err
}

func (o *showOptions) show(ctx context.Context, env *Env, id string) (string, error) {
	rec, err := o.recorded(ctx, env, id)
	if err != nil {
		return "", err
	}
	plan, err := rec.plan()
	if err != nil {
		return "", err
	}
	_, rec.catalog = o.today(env)
	if rec.foreign != nil {
		fmt.Fprintf(env.Stderr, "planlint: the records are as they were written, but their digests tell nothing here: %s\n", rec.foreign.Error())
	}
	switch o.format {
	case "json":
		return jsonText(o.document(env, rec, plan)), nil
	case "jsonl":
		return eventLines(rec.story)
	}
	return o.text(rec, plan), nil
}

// plan is the plan in force.
func (rec *recorded) plan() (*planOnRecord, error) {
	s := rec.story
	p, err := s.ReadPlan(len(s.Plans) - 1)
	if err != nil {
		return nil, dryrun.StoreError(s.Run, unusable, err)
	}
	return newPlanOnRecord(s, p), nil
}

func eventLines(s *dryrun.Story) (string, error) {
	var b strings.Builder
	for _, e := range s.Events {
		line, err := json.Marshal(eventOf(e))
		if err != nil {
			return "", err
		}
		b.Write(append(line, '\n'))
	}
	return b.String(), nil
}

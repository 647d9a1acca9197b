package cmd

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/planlint/planlint/dryrun"
)

func newJournalVerify(env *Env) *cobra.Command {
	o := &journalOptions{}
	c := &cobra.Command{
		Use:   "verify RUN|FILE",
		Short: "Prove that a journal is what was written",
		Long: `verify proves that every record of a journal follows from the one before it, that none is missing, and that together
they tell something that can have happened. It names the first record that is wrong. Keep the hash of the head elsewhere
to be safe from somebody who writes the whole journal anew. It changes nothing.

` + readsJournal + `

Exit codes: 0 the journal is what was written; 2 the call, the configuration or the store is at fault, or there is no such
run; 5 it is not what was written.`,
		Example: `  planlint journal verify run_1
  planlint journal verify run_1.jsonl --format json`,
		Args: oneArgument(theJournal),
		RunE: func(c *cobra.Command, args []string) error { return runJournalVerify(c.Context(), env, o, args[0]) },
	}
	o.add(c)
	return c
}

func runJournalVerify(ctx context.Context, env *Env, o *journalOptions, name string) error {
	if err := oneOf("--format", o.format, "text", "json"); err != nil {
		return err
	}
	rec, err := o.journal(ctx, env, name)
	if stop := (*dryrun.StopError)(nil); errors.As(err, &stop) && strings.HasPrefix(stop.Hint, "planlint journal verify") { // that is here
		stop.Hint = "compare it with an export or a backup, and don't resume the run"
	}
	text := ""
	switch {
	case o.format == "json":
		text = jsonText(headOf(name, rec, err))
	case err == nil:
		text = fmt.Sprintf("%s: %d %s, each as it was written\nhead %s\n", rec.nameOf(), len(rec.records), plural(len(rec.records), "record"), rec.story.Head)
		if rec.foreign != nil {
			text += fmt.Sprintf("not checked: the digests within, which number %d of the canonical rules made\n", rec.foreign.Canon)
		}
	}
	if e := print(env, text); e != nil {
		return errors.Join(e, err)
	}
	return err
}

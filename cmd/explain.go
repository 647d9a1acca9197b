package cmd

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fatih/color"
	"github.com/spf13/cobra"

	"github.com/planlint/planlint/contracts/suggest"
	"github.com/planlint/planlint/contracts/tree"
	"github.com/planlint/planlint/lint"
	"github.com/planlint/planlint/lint/rules"
)

type explainOptions struct {
	format string
	outputFlags
}

func newExplain(env *Env) *cobra.Command {
	o := &explainOptions{}
	c := &cobra.Command{
		Use:   "explain RULE|REASON",
		Short: "Say what a rule or a reason means and how to settle it",
		Long: `explain says what a rule checks, why, what it refuses, and how to settle it. planlint rules lists them.

Of a reason, the word by which run and its like say in JSON why they stopped, it says what has happened by then and what
to do.`,
		Example: `  planlint explain dependency-cycle
  planlint explain unknown-tool --format json
  planlint explain in_doubt`,
		Args:      oneArgument("the name of a rule or a reason; planlint rules lists the rules"),
		ValidArgs: slices.Concat(ruleNames(), reasonNames()),
		RunE:      func(_ *cobra.Command, args []string) error { return runExplain(env, o, args[0]) },
	}
	c.Flags().StringVar(&o.format, "format", "text", "how to print, a `FORMAT`: text or json")
	o.addColor(c)
	return c
}

func runExplain(env *Env, o *explainOptions, id string) error {
	if err := oneOf("--format", o.format, "text", "json"); err != nil {
		return err
	}
	if err := o.outputFlags.check(); err != nil {
		return err
	}
	colours := env.colour(o.color, env.StdoutTerminal)
	for _, r := range rules.All() {
		if r.ID == id {
			if o.format == "json" {
				return printJSON(env, rowOf(r))
			}
			return print(env, page(r, colours))
		}
	}
	if r := reasonOf(strings.ReplaceAll(id, "-", "_")); r != nil {
		if o.format == "json" {
			return printJSON(env, r)
		}
		return print(env, r.page(colours))
	}
	hint := "planlint rules lists the rules"
	if near := suggest.Nearest(id, slices.Concat(ruleNames(), reasonNames())); near != "" {
		hint = fmt.Sprintf("did you mean %q? %s", near, hint)
	}
	return usage(hint, "no rule and no reason is called %s", tree.Quote(id))
}

func ruleNames() []string {
	var ids []string
	for _, r := range rules.All() {
		ids = append(ids, r.ID)
	}
	return ids
}

// emphasis is how the titles of a page are printed.
func emphasis(colours bool) *color.Color {
	bold := color.New(color.Bold)
	if colours {
		bold.EnableColor()
	} else {
		bold.DisableColor()
	}
	return bold
}

// page is a rule's page for people.
func page(r lint.Rule, colours bool) string {
	bold := emphasis(colours)
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s\n\n", bold.Sprint(r.ID), r.Title)
	switch {
	case r.Group == lint.Contracts:
		fmt.Fprintf(&b, "%s, raised by planlint contracts check and whenever contracts are read.\n", r.Severity)
	case r.Group == lint.Known:
		fmt.Fprintf(&b, "%s by default, raised by planlint check --baseline; set another level under rules in planlint.yaml.\n", r.Severity)
	case r.Group == lint.Lineage:
		fmt.Fprintf(&b, "%s by default, raised by planlint check --against; set another level under rules in planlint.yaml.\n", r.Severity)
	case r.Reason != "":
		fmt.Fprintf(&b, "%s, always; reason %q.\n", r.Severity, r.Reason)
	default:
		fmt.Fprintf(&b, "%s by default; set another level under rules in planlint.yaml.\n", r.Severity)
	}
	section := func(title, text string) {
		fmt.Fprintf(&b, "\n%s\n%s", bold.Sprint(title), text)
	}
	section("What is checked", indent(wrap(r.What, 96), "  "))
	section("Why", indent(wrap(r.Why, 96), "  "))
	section("Bad", indent(r.Bad, "    "))
	section("Good", indent(r.Good, "    "))
	section("How to settle it", indent(wrap(r.Fix, 96), "  "))
	return b.String()
}

// wrap breaks a text into lines of at most width columns.
func wrap(s string, width int) string {
	var b strings.Builder
	line := 0
	for _, word := range strings.Fields(s) {
		n := len([]rune(word))
		switch {
		case line == 0:
		case line+1+n > width:
			b.WriteByte('\n')
			line = 0
		default:
			b.WriteByte(' ')
			line++
		}
		b.WriteString(word)
		line += n
	}
	return b.String()
}

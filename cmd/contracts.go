package cmd

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/planlint/planlint/contracts"
	"github.com/planlint/planlint/contracts/shape"
	"github.com/planlint/planlint/contracts/tree"
	"github.com/planlint/planlint/lint"
	"github.com/planlint/planlint/lint/report"
	"github.com/planlint/planlint/lint/rules"
)

type contractsOptions struct {
	configFlags
	outputFlags
	format string
}

func newContracts(env *Env) *cobra.Command {
	return group("contracts", "Look at tool contracts", newContractsList(env), newContractsCheck(env))
}

func newContractsList(env *Env) *cobra.Command {
	o := &contractsOptions{}
	c := &cobra.Command{
		Use:   "list [CONTRACTS]...",
		Short: "List the tools and what they take",
		Long: `list prints every tool that has a contract: where it is written, whether its effect can be undone, and its arguments.
A star marks an argument that is required.`,
		Example: `  planlint contracts list
  planlint contracts list tools.json --format json`,
		RunE: func(_ *cobra.Command, args []string) error { return runContractsList(env, o, args) },
	}
	o.configFlags.add(c)
	c.Flags().StringVar(&o.format, "format", "text", "how to print, a `FORMAT`: text or json")
	o.outputFlags.add(c)
	return c
}

// contractRow is one contract in the JSON output.
type contractRow struct {
	Tool          string        `json:"tool"`
	Description   string        `json:"description"`
	File          string        `json:"file"`
	Line          int           `json:"line"`
	Overlay       *string       `json:"overlay"` // the file of our own entry that sharpens an imported one
	Form          string        `json:"form"`
	Reversibility string        `json:"reversibility"`
	Effect        string        `json:"effect"`
	KeyArguments  []string      `json:"key_arguments"`
	Arguments     []argumentRow `json:"arguments"`
	Returns       bool          `json:"returns"` // it says what the outcome looks like
}

type argumentRow struct {
	Name        string `json:"name"`
	Type        string `json:"type"`
	Required    bool   `json:"required"`
	Description string `json:"description"`
}

func runContractsList(env *Env, o *contractsOptions, args []string) error {
	if err := oneOf("--format", o.format, "text", "json"); err != nil {
		return err
	}
	if err := o.outputFlags.check(); err != nil {
		return err
	}
	o.named(args)
	c, err := o.load(env, o.outputFlags)
	if err != nil {
		return err
	}
	rows := make([]contractRow, 0, c.Deployment.Catalog.Len())
	for _, k := range c.Deployment.Catalog.All() {
		rows = append(rows, contractRowOf(k))
	}
	if o.format == "json" {
		return printJSON(env, struct {
			SchemaVersion int           `json:"schema_version"`
			Contracts     []contractRow `json:"contracts"`
		}{1, rows})
	}
	t := newTable("TOOL", "UNDO", "EFFECT", "ARGUMENTS", "WRITTEN IN")
	for _, r := range rows {
		where := fmt.Sprintf("%s:%d", r.File, r.Line)
		if r.Overlay != nil {
			where += " + " + *r.Overlay
		}
		t.row(nameText(r.Tool), r.Reversibility, r.Effect, argumentsText(r.Arguments), tree.Visible(where))
	}
	return print(env, t.String())
}

// named lets the words of the call stand for contract files alone.
func (o *contractsOptions) named(args []string) {
	if len(args) > 0 {
		o.none = o.path == ""
		o.contracts = append(o.contracts, args...)
	}
}

func contractRowOf(k *contracts.Contract) contractRow {
	r := contractRow{Tool: k.Tool, Description: k.Description, Form: k.Form.String(), Reversibility: k.Reversibility.String(),
		Effect: k.Effect.String(), KeyArguments: append([]string{}, k.KeyArguments...), Arguments: []argumentRow{}}
	if k.Place.Known() {
		r.File, r.Line = k.Place.Source.Name, k.Place.Source.Position(k.Place.Span.Start).Line
	}
	if k.Overlay.Known() {
		file := fmt.Sprintf("%s:%d", k.Overlay.Source.Name, k.Overlay.Source.Position(k.Overlay.Span.Start).Line)
		r.Overlay = &file
	}
	if s, _ := k.Accepts(); s != nil {
		for _, p := range s.Properties() {
			r.Arguments = append(r.Arguments, argumentRow{Name: p.Name, Type: p.Type, Required: p.Required, Description: p.Description})
		}
	}
	s, _ := k.Returns()
	r.Returns = s != nil
	return r
}

func argumentsText(args []argumentRow) string {
	if len(args) == 0 {
		return "none"
	}
	var words []string
	for _, a := range args {
		w := tree.Visible(a.Name)
		if a.Required {
			w += "*"
		}
		words = append(words, w)
	}
	return strings.Join(words, " ")
}

func newContractsCheck(env *Env) *cobra.Command {
	o := &contractsOptions{}
	c := &cobra.Command{
		Use:   "check [CONTRACTS]...",
		Short: "Check the contracts themselves",
		Long: `check reads every contract and compiles every schema, and says what is wrong with them: broken schemas, names that
nothing registers, arguments that accept anything. With files it checks these alone.

Exit codes: 0 no errors; 2 a contract is at fault.`,
		Example: `  planlint contracts check
  planlint contracts check mcp/github.json`,
		RunE: func(_ *cobra.Command, args []string) error { return runContractsCheck(env, o, args) },
	}
	o.configFlags.add(c)
	c.Flags().StringVar(&o.format, "format", "text", "how to print findings, a `FORMAT`: "+join(report.Formats(), "or"))
	o.outputFlags.add(c)
	return c
}

func runContractsCheck(env *Env, o *contractsOptions, args []string) error {
	if err := oneOf("--format", o.format, report.Formats()...); err != nil {
		return err
	}
	if err := o.outputFlags.check(); err != nil {
		return err
	}
	o.named(args)
	c, problems, err := o.read(env)
	if err != nil {
		return err
	}
	problems = append(problems, c.Deployment.Catalog.Lint(c.Wiring())...)
	return o.print(env, c.Deployment.Catalog.Len(), leveled(problems, c.Deployment.Levels))
}

// print shows the contracts' problems as findings, on standard output: they are what was asked for.
func (o *contractsOptions) print(env *Env, contracts int, problems []contracts.Problem) error {
	files, fatal := problemFiles(shape.Sort(problems))
	r, err := report.New(o.format, env.Stdout, report.Options{
		Color: env.colour(o.color, env.StdoutTerminal), Width: env.Width, Quiet: true, Verbose: o.verbose, Version: versionOf(env), Rules: rules.All(), Dir: env.Dir,
	})
	if err != nil {
		return usage("", "%s", err.Error())
	}
	s := lint.Summary{Files: len(files), Errors: fatal}
	for i := range files {
		s.Warnings += len(files[i].Findings)
		if err := r.File(&files[i]); err != nil {
			return &writeError{err: err}
		}
	}
	s.Warnings -= fatal
	if err := r.Close(s); err != nil {
		return &writeError{err: err}
	}
	if !o.quiet && o.format != "json" {
		if err := print(env, fmt.Sprintf("%s checked: %s, %s\n", count(contracts, "contract"), count(fatal, "error"), count(s.Warnings, "warning"))); err != nil {
			return err
		}
	}
	if fatal > 0 {
		return statusError(ExitUsage)
	}
	return nil
}

// count says how many of a thing there are.
func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

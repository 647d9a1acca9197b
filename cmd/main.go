package cmd

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime/debug"
	"strings"
	"sync"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/planlint/planlint/contracts/suggest"
	"github.com/planlint/planlint/contracts/tree"
	"github.com/planlint/planlint/dryrun"
)

// Main runs a command line and returns the exit code. It is safe to call again.
func Main(ctx context.Context, args []string, env Env) (code int) {
	defer func() {
		if cause := recover(); cause != nil { // Go's own exit code 2 would read as a usage error
			fmt.Fprintf(env.Stderr, "planlint: internal error: %v\n%s", cause, debug.Stack())
			code = ExitInternal
		}
	}()
	env.Stderr = &remarks{w: env.Stderr}
	root := newRoot(&env)
	root.SetArgs(args)
	root.SetIn(env.Stdin)
	help := &checkedWriter{w: env.Stdout} // cobra writes help without looking whether it could
	root.SetOut(help)
	root.SetErr(env.Stderr)
	err := root.ExecuteContext(ctx)
	if err == nil && help.err != nil {
		err = &writeError{err: help.err}
	}
	code = exitCode(err)
	printError(&env, err)
	return code
}

// checkedWriter keeps the first error of a writer.
type checkedWriter struct {
	w   io.Writer
	err error
}

// Write implements io.Writer.
func (c *checkedWriter) Write(p []byte) (int, error) {
	n, err := c.w.Write(p)
	if c.err == nil {
		c.err = err
	}
	return n, err
}

// remarks is a stream of what is said beside the output. What can't be said there is lost, and decides about nothing:
// neither about an effect that is under way nor about the exit code.
type remarks struct {
	w io.Writer

	mu   sync.Mutex
	lost bool // nobody listens any more
}

// Write implements io.Writer.
func (r *remarks) Write(p []byte) (int, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.lost {
		_, err := r.w.Write(p)
		r.lost = closedPipe(err)
	}
	return len(p), nil
}

// printError prints an error and its hint on lines of their own, what could not be written first.
func printError(env *Env, err error) {
	writes, err := unwritten(err)
	for _, e := range writes {
		if e.quiet() {
			continue
		}
		fmt.Fprintf(env.Stderr, "planlint: %s\n", visibleLines(e.Error()))
		if e.hint != "" {
			fmt.Fprintf(env.Stderr, "hint: %s\n", tree.Visible(e.hint))
		}
	}
	var status statusError
	var broken *configError
	if err == nil || errors.As(err, &status) || errors.As(err, &broken) {
		return
	}
	text := strings.TrimSuffix(err.Error(), "\n")
	fmt.Fprintf(env.Stderr, "planlint: %s\n", visibleLines(text))
	var stop *dryrun.StopError
	if errors.As(err, &stop) && stop.Stderr != "" {
		for _, line := range strings.Split(strings.TrimRight(stop.Stderr, "\n"), "\n") {
			fmt.Fprintf(env.Stderr, "  | %s\n", tree.Visible(line))
		}
	}
	hint := ""
	var bad *usageError
	if errors.As(err, &bad) {
		hint = bad.hint
	} else if stop != nil {
		hint = stop.Hint
	}
	if hint != "" {
		fmt.Fprintf(env.Stderr, "hint: %s\n", tree.Visible(hint))
	}
}

// visibleLines makes a text safe for a terminal, line by line.
func visibleLines(s string) string {
	lines := strings.Split(s, "\n")
	for i := range lines {
		lines[i] = tree.Visible(lines[i])
	}
	return strings.Join(lines, "\n")
}

func init() { cobra.EnableCommandSorting = false } // the order below is that of use

func newRoot(env *Env) *cobra.Command {
	root := &cobra.Command{
		Use:   "planlint",
		Short: "Prove an agent's plan before any of it runs",
		Long: `planlint stands between an agent's plan and the world. It proves a plan, a file of typed steps, against the tools
that exist, what the agent may call, the schema of every argument and the order of the steps; clears every step that
can't be undone with a person or a grant; and only then runs it, once, on a record that survives.`,
		Example: `  planlint check plan.yaml                            check a plan against planlint.yaml
  planlint check plan.yaml --contracts tools.json     check it against a list of tools alone
  planlint run --dry plan.yaml                        see what would happen, and who would be asked
  planlint run plan.yaml                              clear it, and run it
  planlint explain dependency-cycle                   say what a rule means and how to settle it
  planlint init                                       write a small deployment to start from`,
		SilenceErrors:     true,
		SilenceUsage:      true,
		Args:              noSubcommand,
		PersistentPreRunE: func(*cobra.Command, []string) error { return env.placed() },
		Version:           versionOf(env),
		RunE: func(c *cobra.Command, _ []string) error {
			c.SetOut(env.Stderr) // it was not asked for, so it is no output
			if err := c.Help(); err != nil {
				return err
			}
			fmt.Fprintln(env.Stderr)
			return usage("planlint check FILE checks a plan", "a command is missing")
		},
	}
	root.SetVersionTemplate(versionLine(env))
	root.CompletionOptions.DisableDefaultCmd = true
	root.SetFlagErrorFunc(flagError)
	for _, g := range []struct {
		id, title string
		commands  []*cobra.Command
	}{
		{"plans", "Plans:", []*cobra.Command{newCheck(env), newBaseline(env), newDiff(env), newDigest(env), newPlan(env)}},
		{"runs", "Runs:", []*cobra.Command{newRun(env), newApprove(env), newResume(env), newResolve(env), newReplan(env)}},
		{"records", "Records:", []*cobra.Command{newRuns(env), newShow(env), newJournal(env), newReports(env), newForget(env)}},
		{"deployment", "The deployment:", []*cobra.Command{newInit(env), newConfig(env), newContracts(env), newRules(env), newExplain(env), newSchema(env)}},
		{"program", "The program:", []*cobra.Command{newCompletion(env), newMan(env), newVersion(env), newHelp()}},
	} {
		root.AddGroup(&cobra.Group{ID: g.id, Title: g.title})
		for _, c := range g.commands {
			c.GroupID = g.id
			if c.Name() == "help" {
				root.SetHelpCommand(c)
				continue
			}
			root.AddCommand(c)
		}
	}
	for _, c := range root.Commands() {
		c.Flags().SortFlags = false
	}
	oneFormat(root)
	noBlankTexts(root)
	return root
}

// noSubcommand refuses words behind a command that only groups others: cobra would print help and exit 0.
func noSubcommand(c *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	hint := "the commands are " + strings.Join(commandNames(c), ", ")
	if near := suggest.Nearest(args[0], commandNames(c)); near != "" {
		hint = fmt.Sprintf("did you mean %q?", near)
	}
	return usage(hint, "%s has no command %s", c.CommandPath(), tree.Quote(args[0]))
}

func commandNames(c *cobra.Command) []string {
	var names []string
	for _, s := range c.Commands() {
		if !s.Hidden {
			names = append(names, s.Name())
		}
	}
	return names
}

// flagError words a mistake in the flags, with the flag that was most likely meant.
func flagError(c *cobra.Command, err error) error {
	var several *severalFormats
	if errors.As(err, &several) {
		return usage("keep one of them", "%s", several.Error())
	}
	var unknown *pflag.NotExistError
	if errors.As(err, &unknown) {
		var names []string
		c.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
		hint := c.CommandPath() + " --help lists the flags"
		if near := suggest.Nearest(unknown.GetSpecifiedName(), names); near != "" {
			hint = "did you mean --" + near + "?"
		}
		return usage(hint, "%s", err.Error())
	}
	var invalid *pflag.InvalidValueError
	if errors.As(err, &invalid) {
		return badValue(invalid)
	}
	return usage(c.CommandPath()+" --help lists the flags", "%s", err.Error())
}

// newHelp is cobra's help command, but a topic that does not exist is an error.
func newHelp() *cobra.Command {
	return &cobra.Command{
		Use:   "help [COMMAND]",
		Short: "Show a command's help",
		RunE: func(c *cobra.Command, args []string) error {
			target, rest, err := c.Root().Find(args)
			if err != nil || target == nil || len(rest) > 0 {
				return noSubcommand(c.Root(), args)
			}
			target.InitDefaultHelpFlag()
			return target.Help()
		},
	}
}

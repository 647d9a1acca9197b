package cmd

import (
	"errors"
	"strings"

	"github.com/spf13/cobra"

	"github.com/planlint/planlint/contracts/tree"
	"github.com/planlint/planlint/dryrun/tools"
	"github.com/planlint/planlint/lint/config"
)

// plannerFlags say how a planner is started.
type plannerFlags struct {
	planner string
	env     []string
	flag    string // that names the planner, without dashes
}

func (f *plannerFlags) add(c *cobra.Command) {
	f.flag = "planner"
	c.Flags().StringVar(&f.planner, "planner", "", "the `COMMAND` that answers with a plan, a text for /bin/sh -c")
	c.Flags().StringArrayVar(&f.env, "planner-env", nil, "the `NAME` of a variable that the planner gets; may be given more than once")
}

func (f *plannerFlags) check() error {
	if strings.TrimSpace(f.planner) == "" {
		return usage("name the command that answers with a plan: --planner ./planner.sh", "there is no planner")
	}
	for _, name := range f.env {
		switch {
		case strings.Contains(name, "="):
			name, _, _ = strings.Cut(name, "=")
			return usage("write the name alone: the value comes from the environment", "--%s-env takes the name of a variable, and no value of %s", f.flag, tree.Quote(name))
		case name == "" || strings.ContainsRune(name, 0):
			return usage("", "--%s-env: %s is no name of a variable", f.flag, tree.Quote(name))
		case strings.HasPrefix(strings.ToUpper(name), "PLANLINT_"):
			return usage("leave it out", "--%s-env: %s is planlint's own variable, and a planner is no step of a run", f.flag, tree.Quote(name))
		}
	}
	return nil
}

// ready finds what would keep a planner from being started, before anything else is.
func (f *plannerFlags) ready(env *Env, c *config.Config) error {
	var fault *tools.CheckError
	switch err := f.command(env, c, nil).Check(); {
	case errors.As(err, &fault):
		return usage(fault.Hint, "--%s: %s", f.flag, fault.Message)
	default:
		return err
	}
}

// maxDraft is how many bytes a planner may answer with.
const maxDraft = 16 << 20

// command is the planner as a process: alone, with nothing that it could call.
func (f *plannerFlags) command(env *Env, c *config.Config, said func(string, []byte)) *tools.Command {
	return &tools.Command{Shell: f.planner, Dir: c.Dir, Env: f.env, Bare: true, Whole: true, Getenv: env.lookup,
		Timeout: c.Limits.PlannerTimeout, MaxOutput: maxDraft, Harmless: true, Start: env.Start, Stderr: said}
}

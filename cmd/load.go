package cmd

import (
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/planlint/planlint/contracts/shape"
	"github.com/planlint/planlint/contracts/tree"
	"github.com/planlint/planlint/lint"
	"github.com/planlint/planlint/lint/config"
	"github.com/planlint/planlint/lint/report"
	"github.com/planlint/planlint/lint/rules"
)

// configFlags say which configuration a command works under.
type configFlags struct {
	path      string
	none      bool
	contracts []string
}

func (f *configFlags) add(c *cobra.Command) {
	f.addFile(c)
	c.Flags().StringArrayVar(&f.contracts, "contracts", nil, "a `FILE` or pattern of tool contracts; may be given more than once")
}

// addFile adds the flags of commands that judge no plan.
func (f *configFlags) addFile(c *cobra.Command) {
	c.Flags().StringVar(&f.path, "config", "", "a configuration `FILE`, instead of the planlint.yaml found from the working directory upwards")
	c.Flags().BoolVar(&f.none, "no-config", false, "use no configuration, even if there is one")
}

// find is the configuration's path; "" where there is none, or none is wanted.
func (f *configFlags) find(env *Env) (string, error) {
	switch {
	case f.none && f.path != "":
		return "", usage("keep one of them", "--config and --no-config exclude each other")
	case f.none || f.path != "":
		return f.path, nil
	}
	path, err := config.Find(nil, env.Dir)
	if err != nil {
		return "", usage("", "%s", err.Error())
	}
	return path, nil
}

// load reads the configuration, or contracts alone where there is none. Its problems are printed; those that are
// errors end the command.
func (f *configFlags) load(env *Env, o outputFlags) (*config.Config, error) {
	c, problems, err := f.read(env)
	if err != nil {
		return nil, err
	}
	if o.verbose {
		for _, name := range c.Files {
			fmt.Fprintf(env.Stderr, "planlint: read %s\n", tree.Visible(name))
		}
	}
	if err := printProblems(env, o, leveled(problems, c.Deployment.Levels)); err != nil {
		return nil, err
	}
	return c, nil
}

// leveled gives problems the levels that the configuration sets for their rules: those that are off are left out, and
// those raised to errors end the command. What is an error by itself stays one.
func leveled(problems []shape.Problem, levels map[string]lint.Severity) []shape.Problem {
	kept := problems[:0]
	for _, p := range problems {
		if level, set := levels[p.Rule]; set && p.Warning {
			if level == lint.Off {
				continue
			}
			p.Warning = level != lint.Error
		}
		kept = append(kept, p)
	}
	return kept
}

// read is load without printing.
func (f *configFlags) read(env *Env) (*config.Config, []config.Problem, error) {
	path, err := f.find(env)
	if err != nil {
		return nil, nil, err
	}
	options := config.Options{WorkDir: env.Dir, Rules: rules.All()}
	var c *config.Config
	var problems []config.Problem
	switch {
	case path != "":
		options.Contracts = f.contracts
		c, problems, err = config.Load(path, options)
	case len(f.contracts) > 0:
		c, problems, err = config.FromContracts(f.contracts, options)
	default:
		where := "from " + filepath.ToSlash(env.Dir) + " upwards"
		if f.none {
			where = "and --no-config forbids one"
		}
		return nil, nil, usage("name a list of tools with --contracts FILE, or write a planlint.yaml: planlint init makes one to start from",
			"nothing to check plans against: there is no planlint.yaml %s", where)
	}
	if err != nil {
		return nil, nil, usage("", "%s", err.Error())
	}
	return c, problems, nil
}

// printProblems shows what is wrong with the configuration, on the stream for errors. The error ends a command that
// can't work with it.
func printProblems(env *Env, o outputFlags, problems []shape.Problem) error {
	if len(problems) == 0 {
		return nil
	}
	files, fatal := problemFiles(problems)
	if o.quiet && fatal == 0 {
		return nil
	}
	r, err := report.New("text", env.Stderr, report.Options{
		Color: env.colour(o.color, env.StderrTerminal), Width: env.Width, Quiet: true,
	})
	if err != nil {
		return err
	}
	for i := range files { // what can't be said there is lost
		if files[i].Source == nowhere {
			printUnplaced(env, &files[i])
			continue
		}
		_ = r.File(&files[i])
	}
	_ = r.Close(lint.Summary{})
	if fatal == 0 {
		return nil
	}
	noun := "error"
	if fatal > 1 {
		noun = "errors"
	}
	e := &configError{files, fmt.Sprintf("%d %s in the configuration; no plan was judged", fatal, noun)}
	fmt.Fprintf(env.Stderr, "planlint: %s\n", e.message)
	return e
}

// printUnplaced shows what is at fault in no file, such as one that the call names.
func printUnplaced(env *Env, f *lint.File) {
	for i := range f.Findings {
		d := &f.Findings[i]
		fmt.Fprintf(env.Stderr, "planlint: %s: %s\n", d.Severity, visibleLines(d.Message))
		if d.Hint != "" {
			fmt.Fprintf(env.Stderr, "hint: %s\n", visibleLines(d.Hint))
		}
	}
}

// nowhere is the source of problems that stand in no file.
var nowhere = &tree.Source{Name: "planlint"}

// configError is a configuration that nothing can be judged by. It has been printed.
type configError struct {
	files   []lint.File // its problems as findings
	message string
}

func (e *configError) Error() string { return e.message }

// problemFiles puts problems into the form that reporters take, a file at a time, and counts the errors.
func problemFiles(problems []shape.Problem) (files []lint.File, fatal int) {
	for _, p := range problems {
		f := lint.Finding{Rule: p.Rule, Severity: lint.Error, Message: p.Message, Hint: p.Hint, Place: p.Place}
		if p.Warning {
			f.Severity = lint.Warning
		} else {
			fatal++
		}
		for _, r := range p.Related {
			f.Related = append(f.Related, lint.Related{Place: r.Place, Message: r.Message})
		}
		src := p.Place.Source
		if src == nil {
			src = nowhere
			f.Place.Source = src
		}
		if n := len(files); n == 0 || files[n-1].Source != src {
			files = append(files, lint.File{Source: src})
		}
		last := &files[len(files)-1]
		last.Findings = append(last.Findings, f)
	}
	return files, fatal
}

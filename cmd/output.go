package cmd

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/planlint/planlint/contracts/suggest"
	"github.com/planlint/planlint/contracts/tree"
)

// outputFlags are what commands that print findings have in common.
type outputFlags struct {
	quiet, verbose bool
	color          string
}

func (f *outputFlags) add(c *cobra.Command) {
	c.Flags().BoolVarP(&f.quiet, "quiet", "q", false, "print findings only, no summary")
	c.Flags().BoolVarP(&f.verbose, "verbose", "v", false, "say which files were read, and shorten nothing")
	f.addColor(c)
}

func (f *outputFlags) addColor(c *cobra.Command) {
	c.Flags().StringVar(&f.color, "color", "auto", "`WHEN` to use colours: auto, always or never")
}

// check refuses flags that contradict each other.
func (f *outputFlags) check() error {
	if f.quiet && f.verbose {
		return usage("keep one of them", "--quiet and --verbose exclude each other")
	}
	return oneOf("--color", f.color, "auto", "always", "never")
}

// oneOf refuses a flag's value that is not among the allowed ones.
func oneOf(flag, value string, allowed ...string) error {
	for _, a := range allowed {
		if value == a {
			return nil
		}
	}
	hint := "allowed are " + join(allowed, "and")
	if near := suggest.Nearest(value, allowed); near != "" {
		hint = fmt.Sprintf("did you mean %q? %s", near, hint)
	}
	return usage(hint, "%s %s is none of its values", flag, tree.Quote(value))
}

// oneFormat makes --format of a command, and of all below it, a flag that is given once, unless it takes several: which of
// two was meant can't be told.
func oneFormat(c *cobra.Command) {
	if f := c.Flags().Lookup("format"); f != nil && f.Value.Type() == "string" {
		f.Value = &formatFlag{Value: f.Value}
	}
	for _, below := range c.Commands() {
		oneFormat(below)
	}
}

// formatFlag is the value of a --format that may be given once.
type formatFlag struct {
	pflag.Value
	given bool
}

// Set implements pflag.Value.
func (f *formatFlag) Set(s string) error {
	if f.given {
		return &severalFormats{f.String(), s}
	}
	f.given = true
	return f.Value.Set(s)
}

// severalFormats is a second --format for the one document that a command prints.
type severalFormats struct{ first, second string }

// Error names both.
func (e *severalFormats) Error() string {
	return fmt.Sprintf("two formats, %s and %s: the command prints one document", tree.Quote(e.first), tree.Quote(e.second))
}

func join(words []string, last string) string {
	s := ""
	for i, w := range words {
		switch {
		case i == 0:
		case i == len(words)-1:
			s += " " + last + " "
		default:
			s += ", "
		}
		s += w
	}
	return s
}

// print writes text that a command was asked for to standard output.
func print(env *Env, text string) error {
	if _, err := io.WriteString(env.Stdout, text); err != nil {
		return &writeError{err: err}
	}
	return nil
}

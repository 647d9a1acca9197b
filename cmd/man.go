package cmd

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

func newMan(env *Env) *cobra.Command {
	return &cobra.Command{
		Use:     "man",
		Short:   "Print the manual page",
		Long:    "man prints the manual page of planlint and all its commands, for man(1).",
		Example: "  planlint man > planlint.1\n  planlint man | man -l -",
		Args:    noArguments,
		RunE: func(c *cobra.Command, _ []string) error {
			return print(env, manual(c.Root(), versionOf(env)))
		},
	}
}

// manual writes the page in roff. It is made of the commands' own help, so that it can't say anything else.
func manual(root *cobra.Command, version string) string {
	var b strings.Builder
	fmt.Fprintf(&b, ".TH PLANLINT 1 \"\" \"planlint %s\" \"planlint manual\"\n", roff(version))
	fmt.Fprintf(&b, ".SH NAME\nplanlint \\- %s\n", roff(lowerFirst(root.Short)))
	b.WriteString(".SH SYNOPSIS\n.B planlint\n.I command\n[\\fIflags\\fR] [\\fIarguments\\fR]\n")
	fmt.Fprintf(&b, ".SH DESCRIPTION\n%s", paragraphs(root.Long))
	b.WriteString(".SH COMMANDS\n")
	manualCommands(&b, root)
	b.WriteString(".SH EXIT STATUS\n")
	for _, e := range exitCodes {
		fmt.Fprintf(&b, ".TP\n.B %d\n%s\n", e.code, roff(e.means))
	}
	b.WriteString(".SH ENVIRONMENT\n.TP\n.B NO_COLOR\nno colours, if set\n.TP\n.B CLICOLOR_FORCE\ncolours also where the output is no terminal, unless 0\n")
	return b.String()
}

func manualCommands(b *strings.Builder, parent *cobra.Command) {
	for _, c := range parent.Commands() {
		if c.Hidden || c.Name() == "help" {
			continue
		}
		if c.HasSubCommands() {
			manualCommands(b, c)
			continue
		}
		long := c.Long
		if long == "" {
			long = c.Short + "."
		}
		fmt.Fprintf(b, ".SS %s\n%s", roff(c.UseLine()), paragraphs(long))
		c.LocalFlags().VisitAll(func(f *pflag.Flag) {
			if f.Hidden || f.Name == "help" {
				return
			}
			placeholder, usage := pflag.UnquoteUsage(f)
			name := "\\-\\-" + roff(f.Name)
			if f.Shorthand != "" {
				name = "\\-" + f.Shorthand + ", " + name
			}
			if f.Value.Type() != "bool" {
				name += " " + placeholder
			}
			fmt.Fprintf(b, ".TP\n.B %s\n%s\n", name, roff(usage))
		})
		if c.Example != "" {
			fmt.Fprintf(b, ".PP\nExamples:\n.PP\n.nf\n%s\n.fi\n", roff(c.Example))
		}
	}
}

// paragraphs turns blank lines into paragraph breaks.
func paragraphs(s string) string {
	return roff(strings.ReplaceAll(s, "\n\n", "\n.PP\n")) + "\n"
}

// roff escapes what the formatter would take for itself, but for the paragraph breaks that paragraphs makes.
func roff(s string) string {
	s = strings.ReplaceAll(s, `\`, `\e`)
	s = strings.ReplaceAll(s, "-", `\-`)
	lines := strings.Split(s, "\n")
	for i, l := range lines {
		if l != ".PP" && (strings.HasPrefix(l, ".") || strings.HasPrefix(l, "'")) {
			lines[i] = `\&` + l
		}
	}
	return strings.Join(lines, "\n")
}

func lowerFirst(s string) string {
	if s == "" {
		return s
	}
	return strings.ToLower(s[:1]) + s[1:]
}

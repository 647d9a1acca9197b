package cmd

import (
	"github.com/spf13/cobra"

	"github.com/planlint/planlint/contracts/tree"
)

// noArguments refuses words behind a command that takes none.
func noArguments(c *cobra.Command, args []string) error {
	if len(args) > 0 {
		return usage(c.CommandPath()+" --help says what it takes", "%s takes no arguments, but was given %s", c.CommandPath(), tree.Quote(args[0]))
	}
	return nil
}

// oneArgument demands exactly one word, which what describes.
func oneArgument(what string) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		switch {
		case len(args) == 0:
			return usage(c.CommandPath()+" --help shows examples", "%s needs %s", c.CommandPath(), what)
		case len(args) > 1:
			return usage("", "%s takes one argument, but was given %s as well", c.CommandPath(), tree.Quote(args[1]))
		}
		return nil
	}
}

// group makes a command that only groups others: without one of them, or with a word that is none, it is a mistake.
func group(use, short string, commands ...*cobra.Command) *cobra.Command {
	c := &cobra.Command{Use: use, Short: short, Args: noSubcommand,
		RunE: func(c *cobra.Command, _ []string) error {
			return usage("", "%s needs a command: %s", c.CommandPath(), join(commandNames(c), "or"))
		}}
	c.AddCommand(commands...)
	return c
}

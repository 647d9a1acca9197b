package cmd

import (
	"bytes"

	"github.com/spf13/cobra"
)

var shells = []string{"bash", "zsh", "fish", "powershell"}

func newCompletion(env *Env) *cobra.Command {
	return &cobra.Command{
		Use:   "completion bash|zsh|fish|powershell",
		Short: "Print a completion script for a shell",
		Example: `  planlint completion bash > /etc/bash_completion.d/planlint
  planlint completion zsh > "${fpath[1]}/_planlint"`,
		Args:      oneArgument("the name of a shell: " + join(shells, "or")),
		ValidArgs: shells,
		RunE: func(c *cobra.Command, args []string) error {
			if err := oneOf("the shell", args[0], shells...); err != nil {
				return err
			}
			var b bytes.Buffer
			root := c.Root()
			var err error
			switch args[0] {
			case "bash":
				err = root.GenBashCompletionV2(&b, true)
			case "zsh":
				err = root.GenZshCompletion(&b)
			case "fish":
				err = root.GenFishCompletion(&b, true)
			default:
				err = root.GenPowerShellCompletionWithDesc(&b)
			}
			if err != nil {
				return err
			}
			return print(env, b.String())
		},
	}
}

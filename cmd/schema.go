package cmd

import (
	"strings"

	"github.com/spf13/cobra"

	"github.com/planlint/planlint/lint/schemas"
)

func newSchema(env *Env) *cobra.Command {
	return &cobra.Command{
		Use:   "schema " + strings.Join(schemas.Names, "|"),
		Short: "Print the JSON Schema of a format",
		Long: `schema prints the JSON Schema (draft 2020-12) of one of planlint's formats: of plans, contracts and planlint.yaml for
editors, of findings for programs that read check --format json, of runs and events for those that read run --format json
and jsonl.

An editor with the YAML language server uses one through a comment in the first line of a file:
  # yaml-language-server: $schema=plan.schema.json`,
		Example: `  planlint schema plan > plan.schema.json
  planlint schema findings`,
		Args:      oneArgument("the name of a format: " + join(schemas.Names, "or")),
		ValidArgs: schemas.Names,
		RunE: func(_ *cobra.Command, args []string) error {
			if err := oneOf("the format", args[0], schemas.Names...); err != nil {
				return err
			}
			text, _ := schemas.Get(args[0])
			return print(env, text)
		},
	}
}

package cmd

import (
	"bytes"

	"github.com/spf13/cobra"

	"github.com/planlint/planlint/lint/rules"
)

type configShowOptions struct {
	configFlags
	outputFlags
	format string
}

func newConfig(env *Env) *cobra.Command {
	return group("config", "Look at the configuration", newConfigShow(env))
}

func newConfigShow(env *Env) *cobra.Command {
	o := &configShowOptions{}
	c := &cobra.Command{
		Use:   "show",
		Short: "Print every value in force and where it was set",
		Long: `show prints the configuration that check would work under: every value with the file and the line that set it, or
"default".

Exit codes: 0 done; 2 there is no configuration, or it has errors.`,
		Example: `  planlint config show
  planlint config show --format json`,
		Args: noArguments,
		RunE: func(*cobra.Command, []string) error { return runConfigShow(env, o) },
	}
	o.configFlags.add(c)
	c.Flags().StringVar(&o.format, "format", "text", "how to print, a `FORMAT`: text or json")
	o.addColor(c)
	return c
}

func runConfigShow(env *Env, o *configShowOptions) error {
	if err := oneOf("--format", o.format, "text", "json"); err != nil {
		return err
	}
	if err := o.outputFlags.check(); err != nil {
		return err
	}
	c, err := o.load(env, o.outputFlags)
	if err != nil {
		return err
	}
	var b bytes.Buffer
	if o.format == "json" {
		err = c.ShowJSON(&b, rules.All())
	} else {
		err = c.Show(&b, rules.All())
	}
	if err != nil {
		return err
	}
	return print(env, b.String())
}

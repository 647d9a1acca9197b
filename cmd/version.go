package cmd

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"
)

// develVersion is the version of a build that knows none.
const develVersion = "devel"

// versionOf is the release's version, else what the build information says.
func versionOf(env *Env) string {
	if env.Version != "" {
		return env.Version
	}
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" && info.Main.Version != "(devel)" {
		return info.Main.Version
	}
	return develVersion
}

func newVersion(env *Env) *cobra.Command {
	return &cobra.Command{
		Use:     "version",
		Short:   "Print the version",
		Example: "  planlint version",
		Args:    noArguments,
		RunE: func(*cobra.Command, []string) error {
			return print(env, versionLine(env))
		},
	}
}

// versionLine names the version, the compiler and the platform.
func versionLine(env *Env) string {
	return fmt.Sprintf("planlint %s %s %s/%s\n", versionOf(env), runtime.Version(), runtime.GOOS, runtime.GOARCH)
}

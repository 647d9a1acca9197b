package cmd

import (
	"errors"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// eachFlag calls f with every flag of every command.
func eachFlag(c *cobra.Command, f func(c *cobra.Command, flag *pflag.Flag)) {
	c.Flags().VisitAll(func(flag *pflag.Flag) { f(c, flag) })
	for _, below := range c.Commands() {
		eachFlag(below, f)
	}
}

// A text that is blank is that of a variable which is not set: no flag takes it and goes on as if it had not been given.
func TestFlagsRefuseBlankTexts(t *testing.T) {
	blank := map[string]bool{"planlint resolve --landed": true} // a tool may have said nothing
	seen := 0
	eachFlag(newRoot(&Env{}), func(c *cobra.Command, flag *pflag.Flag) {
		name := c.CommandPath() + " --" + flag.Name
		for text, what := range map[string]string{"": " is empty", " ": ` is blank: " "`, "\t\n": ` is blank: "\t\n"`} {
			if _, typed := flagWords[flag.Value.Type()]; typed {
				continue
			}
			seen++
			err := c.Flags().Set(flag.Name, text)
			if blank[name] {
				if err != nil || flag.Value.String() != text {
					t.Errorf("%s %q: %v", name, text, err)
				}
				continue
			}
			var bad *usageError
			if err == nil || !errors.As(flagError(c, err), &bad) || bad.Error() != "--"+flag.Name+what || bad.hint != "is a variable unset?" {
				t.Errorf("%s %q: %v", name, text, err)
			}
			if flag.Changed || flag.Value.String() != flag.DefValue {
				t.Errorf("%s is %q now", name, flag.Value)
			}
		}
	})
	if seen < 3*60 {
		t.Errorf("only %d texts were tried", seen)
	}
}

// The message about a value of the wrong type says what is right, for the type of every flag.
func TestFlagsWordTheirTypes(t *testing.T) {
	seen := map[string]bool{}
	eachFlag(newRoot(&Env{}), func(c *cobra.Command, flag *pflag.Flag) {
		kind := flag.Value.Type()
		if seen[kind] {
			return
		}
		seen[kind] = true
		words, typed := flagWords[kind]
		if kind == "string" || kind == "stringArray" {
			if typed {
				t.Errorf("a %s takes every text", kind)
			}
			return
		}
		err := c.Flags().Set(flag.Name, "1d")
		if err == nil {
			t.Fatalf("%s --%s takes 1d", c.CommandPath(), flag.Name)
		}
		if got := flagError(c, err).Error(); words.what == "" || got != "--"+flag.Name+` "1d" is not `+words.what {
			t.Errorf("of type %s: %s", kind, got)
		}
	})
	for kind := range flagWords {
		if !seen[kind] {
			t.Errorf("no flag is of type %s", kind)
		}
	}
}

// A flag of a type that nobody has described is not worded as if it were.
func TestFlagsOfOtherTypes(t *testing.T) {
	c := &cobra.Command{Use: "x"}
	c.Flags().IP("ip", nil, "")
	if got := flagError(c, c.Flags().Set("ip", "1")).Error(); !strings.HasPrefix(got, `--ip "1" is none of its values: `) {
		t.Error(got)
	}
}

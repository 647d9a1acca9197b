package cmd

import (
	"errors"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/planlint/planlint/contracts/tree"
)

// flagWords says what the values of a flag must be, by its type. A flag of texts takes every text that is not blank.
var flagWords = map[string]struct{ what, hint string }{
	"int":      {"a whole number", ""},
	"bool":     {"true or false", ""},
	"duration": {"a duration such as 30m or 2h", "write a number with its unit: s, m or h; a day is 24h"},
}

// blankText marks a flag that may be given a text without anything in it.
const blankText = "planlint_blank"

// mayBeBlank lets a flag be given a blank text.
func mayBeBlank(c *cobra.Command, flag string) {
	if err := c.Flags().SetAnnotation(flag, blankText, []string{"true"}); err != nil {
		panic("planlint: internal error: " + err.Error())
	}
}

// noBlankTexts makes blank texts a mistake for the flags of a command, and of all below it: such a text is that of a
// variable which is not set, and the flag would not do what it was given for.
func noBlankTexts(c *cobra.Command) {
	c.Flags().VisitAll(func(f *pflag.Flag) {
		if _, other := flagWords[f.Value.Type()]; !other && f.Annotations[blankText] == nil {
			f.Value = &textFlag{f.Value}
		}
	})
	for _, below := range c.Commands() {
		noBlankTexts(below)
	}
}

// textFlag is the value of a flag whose texts say something.
type textFlag struct{ pflag.Value }

// errBlank is the error of a blank text.
var errBlank = errors.New("it is blank")

// Set implements pflag.Value.
func (f *textFlag) Set(s string) error {
	if strings.TrimSpace(s) == "" {
		return errBlank
	}
	return f.Value.Set(s)
}

// badValue words the value of a flag that is none of its type.
func badValue(e *pflag.InvalidValueError) error {
	flag := "--" + e.GetFlag().Name
	switch words, ok := flagWords[e.GetFlag().Value.Type()]; {
	case errors.Is(e, errBlank) && e.GetValue() == "":
		return usage("is a variable unset?", "%s is empty", flag)
	case errors.Is(e, errBlank):
		return usage("is a variable unset?", "%s is blank: %s", flag, tree.Quote(e.GetValue()))
	case ok:
		return usage(words.hint, "%s %s is not %s", flag, tree.Quote(e.GetValue()), words.what)
	}
	return usage("", "%s %s is none of its values: %s", flag, tree.Quote(e.GetValue()), e.Unwrap())
}

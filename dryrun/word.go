package dryrun

import (
	"strings"

	"github.com/planlint/planlint/contracts/tree"
)

// Word is a text as one word of a command line that people copy into a shell: in single quotes where it holds anything
// that a shell could take for more than a letter. What a person could not see stands there escaped, so that the word is
// then another one, and names nothing.
func Word(s string) string {
	visible := tree.Visible(s)
	plain := visible != ""
	for i := 0; i < len(visible); i++ {
		c := visible[i]
		switch {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9', strings.IndexByte("_./:@%+,", c) >= 0, c == '-' && i > 0:
		default:
			plain = false
		}
	}
	if plain {
		return visible
	}
	return "'" + strings.ReplaceAll(visible, "'", `'\''`) + "'"
}

// Package suggest finds the word that a misspelt one was most likely meant to be. It is the only importer of the
// edit distance library.
package suggest

import (
	"strings"
	"unicode/utf8"

	"github.com/hbollon/go-edlib"
)

// maxRunes is the length over which a word is not compared: the distance costs the product of two lengths.
const maxRunes = 64

// Nearest is the candidate that word was most likely meant to be, or "" when none is close. Closeness is the optimal
// string alignment distance (a swap of neighbours counts once), ignoring case; up to a third of the word's runes, and
// always one, may differ. Of equally close candidates the first wins.
func Nearest(word string, candidates []string) string {
	n := utf8.RuneCountInString(word)
	if n == 0 || n > maxRunes {
		return ""
	}
	low := strings.ToLower(word)
	best, limit := "", max(1, n/3)+1
	for _, c := range candidates {
		m := utf8.RuneCountInString(c)
		if c == word || m == 0 || m > maxRunes || max(n-m, m-n) >= limit {
			continue
		}
		if d := edlib.OSADamerauLevenshteinDistance(low, strings.ToLower(c)); d < limit && d < max(n, m) {
			best, limit = c, d
		}
	}
	return best
}

package tree

import (
	"strings"
	"unicode/utf8"
)

// maxNear is the length in runes over which a word is not compared.
const maxNear = 64

// Nearest is the candidate that a misspelt word was most likely meant to be, or "" when none is close. Closeness is
// the optimal string alignment distance (a swap of neighbours counts once), ignoring case; up to a third of the
// word's length may differ. Of equally close ones the first candidate wins.
func Nearest(word string, candidates []string) string {
	n := utf8.RuneCountInString(word)
	if n == 0 || n > maxNear {
		return ""
	}
	low := []rune(strings.ToLower(word))
	best, limit := "", max(1, n/3)+1
	if n < 3 {
		limit = 2
	}
	var d distance
	for _, c := range candidates {
		if c == word || c == "" || len(c) > 4*maxNear {
			continue
		}
		other := []rune(strings.ToLower(c))
		if len(other) > maxNear || abs(len(other)-len(low)) >= limit {
			continue
		}
		if k := d.between(low, other); k < limit && k < max(len(low), len(other)) {
			best, limit = c, k
		}
		if limit == 0 {
			break
		}
	}
	return best
}

func abs(n int) int { return max(n, -n) }

// distance holds the rows of the matrix between calls.
type distance struct{ rows [3][maxNear + 1]int }

// between counts insertions, deletions, replacements and swaps of neighbours.
func (d *distance) between(a, b []rune) int {
	prev2, prev, cur := &d.rows[0], &d.rows[1], &d.rows[2]
	for j := range len(b) + 1 {
		prev[j] = j
	}
	for i := 1; i <= len(a); i++ {
		cur[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			cur[j] = min(prev[j]+1, cur[j-1]+1, prev[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				cur[j] = min(cur[j], prev2[j-2]+1)
			}
		}
		prev2, prev, cur = prev, cur, prev2
	}
	return prev[len(b)]
}

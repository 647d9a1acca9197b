package report

import (
	"math"
	"unicode/utf8"

	"github.com/rivo/uniseg"

	"github.com/planlint/planlint/contracts/tree"
)

const (
	tabStop    = 4 // columns between tab stops
	maxCluster = 8 // runes of a character that are shown as one
)

// cells is a line of a document as a terminal shows it: escaped, its tabs expanded, and cut to a width around the
// part that matters. It is reused from line to line.
type cells struct {
	text     []byte
	straight bool   // every byte of the line is one column
	stops    []stop // else: where each character shown begins, and one stop behind the last
	size     int    // length of the line in bytes
	left     bool   // something before the text was cut, and "…" stands for it
	right    bool   // the same behind it
	scratch  []byte
}

// stop is the beginning of a character: its byte in the line, its byte in the text, and its column from 0.
type stop struct{ raw, out, column int }

// draw fills the cells from a line. Of a line that is wider than width columns it shows the part around the bytes
// from to to. Its cost is bounded by the width, not by the length of the line.
func (c *cells) draw(line string, from, to, width int) {
	c.text, c.stops = c.text[:0], c.stops[:0]
	c.size, c.left, c.right = len(line), false, false
	if c.straight = len(line) <= width && plain(line); c.straight {
		c.text = append(c.text, line...)
		return
	}
	begin, end := 0, len(line)
	if len(line) > 8*width {
		begin = runeBoundary(line, max(0, from-2*width))
		end = runeBoundary(line, min(len(line), from+4*width))
	}
	end = c.expand(line, begin, end, from, width)
	c.cut(from, to, width, begin > 0, end < len(line))
}

// plain reports whether a text is printable ASCII only.
func plain(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] < ' ' || s[i] > '~' {
			return false
		}
	}
	return true
}

// runeBoundary is the last offset up to i where a rune begins; in invalid UTF-8 it may be i.
func runeBoundary(s string, i int) int {
	for j := i; j > i-utf8.UTFMax && j >= 0; j-- {
		if j == len(s) || utf8.RuneStart(s[j]) {
			return j
		}
	}
	return i
}

// expand appends the characters of line[begin:end] and their stops. It ends early, and says where, once there is
// more than a width behind the byte from.
func (c *cells) expand(line string, begin, end, from, width int) int {
	column, state := 0, -1
	enough := math.MaxInt
	for i := begin; i < end; {
		if i >= from && enough == math.MaxInt {
			enough = column + width
		}
		if column > enough {
			end = i
			break
		}
		rest := line[i:end]
		if b := rest[0]; b == '\t' || ' ' <= b && b <= '~' && (len(rest) == 1 || rest[1] < utf8.RuneSelf) {
			c.stops = append(c.stops, stop{i, len(c.text), column})
			n := 1
			if b == '\t' {
				b, n = ' ', tabStop-column%tabStop
			}
			for range n {
				c.text = append(c.text, b)
			}
			column += n
			state = -1
			i++
			continue
		}
		var cluster string
		var wide int
		cluster, _, wide, state = uniseg.FirstGraphemeClusterInString(rest, state)
		if shown := tree.Visible(cluster); shown == cluster && utf8.RuneCountInString(cluster) <= maxCluster {
			c.stops = append(c.stops, stop{i, len(c.text), column})
			c.text = append(c.text, shown...)
			column += wide
			i += len(cluster)
			continue
		}
		column = c.split(cluster, i, column)
		i += len(cluster)
	}
	c.stops = append(c.stops, stop{end, len(c.text), column})
	return end
}

// split appends a character of which something is escaped, or that is too long: escape by escape, with the runes
// between two escapes in pieces. It returns the column behind it.
func (c *cells) split(cluster string, raw, column int) int {
	for i := 0; i < len(cluster); {
		j, shown := i, ""
		for n := 0; n < maxCluster && j < len(cluster); n++ {
			_, size := utf8.DecodeRuneInString(cluster[j:])
			r := cluster[j : j+size]
			if v := tree.Visible(r); v != r {
				if j == i {
					shown, j = v, j+size
				}
				break
			}
			j += size
			shown = cluster[i:j]
		}
		c.stops = append(c.stops, stop{raw + i, len(c.text), column})
		c.text = append(c.text, shown...)
		column += uniseg.StringWidth(shown)
		i = j
	}
	return column
}

package tree

import (
	"math"
	"sort"
	"strings"
	"sync"
	"unicode/utf8"
)

// Source is a file's name and text, read once. It is safe for concurrent use.
type Source struct {
	Name string // as shown to people: relative to the working directory, with "/"
	Text string

	once  sync.Once
	lines []uint32 // offset of the first byte of each line
	marks []mark   // in long lines, where to count columns from
}

// mark says how many code points of a long line stand before an offset, so that a finding far to the right in a
// minified file does not cost a walk over the whole line.
type mark struct{ offset, column uint32 }

// stride is the distance of marks in bytes; a line that is shorter has none.
const stride = 512

// Position is a place for people: line and column count from 1, the column in code points (of invalid UTF-8, each
// byte counts as one), the offset in bytes from 0. A byte order mark at the start of the file has no column, nor has
// the end of a line: all of it is the column behind the last character.
type Position struct {
	Line   int `json:"line"`
	Column int `json:"column"`
	Offset int `json:"offset"`
}

// BOM is the byte order mark, which may open a file and is no part of its text.
const BOM = "\ufeff"

// index finds the lines. A line ends at LF, as editors and code hosts count; a CR before it belongs to the line's
// end, and a lone CR, U+0085, U+2028 and U+2029 are no line ends.
func (s *Source) index() {
	s.lines = append(s.lines, 0)
	for i := 0; ; {
		j := strings.IndexByte(s.Text[i:], '\n')
		end := i + j + 1
		if j < 0 {
			end = len(s.Text)
		}
		if end-i > stride {
			s.mark(i, end)
		}
		if j < 0 || uint64(end) > math.MaxUint32 {
			return
		}
		i = end
		s.lines = append(s.lines, uint32(i))
	}
}

// mark counts the code points of a long line.
func (s *Source) mark(start, end int) {
	if start == 0 && strings.HasPrefix(s.Text, BOM) {
		start = len(BOM)
	}
	column := 0
	for i := start; end-i > stride && uint64(i)+stride < math.MaxUint32; {
		next := runeStart(s.Text, i+stride)
		column += utf8.RuneCountInString(s.Text[i:next])
		i = next
		s.marks = append(s.marks, mark{uint32(i), uint32(column)})
	}
}

// runeStart is the offset of the first byte of the code point that the byte at offset belongs to. A byte of invalid
// UTF-8 is a code point by itself.
func runeStart(text string, offset int) int {
	for i := offset - 1; i >= 0 && i > offset-utf8.UTFMax && offset < len(text) && !utf8.RuneStart(text[i+1]); i-- {
		if utf8.RuneStart(text[i]) {
			if _, size := utf8.DecodeRuneInString(text[i:]); i+size > offset {
				return i
			}
			break
		}
	}
	return offset
}

// Position is the place of a byte offset, which is clamped to the text. The column of an offset inside a code point
// is that code point's.
func (s *Source) Position(offset int) Position {
	s.once.Do(s.index)
	offset = max(0, min(offset, len(s.Text)))
	at := runeStart(s.Text, offset)
	line := sort.Search(len(s.lines), func(i int) bool { return uint64(s.lines[i]) > uint64(at) })
	start := int(s.lines[line-1])
	if line == 1 && strings.HasPrefix(s.Text, BOM) {
		start = len(BOM)
		at = max(at, start)
	}
	if at < len(s.Text) && s.Text[at] == '\n' && at > start && s.Text[at-1] == '\r' {
		at--
	}
	column := 0
	if at-start > stride {
		m := sort.Search(len(s.marks), func(i int) bool { return uint64(s.marks[i].offset) > uint64(at) })
		if m > 0 && int(s.marks[m-1].offset) > start {
			start, column = int(s.marks[m-1].offset), int(s.marks[m-1].column)
		}
	}
	return Position{Line: line, Column: column + utf8.RuneCountInString(s.Text[start:at]) + 1, Offset: offset}
}

// Lines is the number of lines; a text without LF has one.
func (s *Source) Lines() int {
	s.once.Do(s.index)
	return len(s.lines)
}

// Line is the text of a line (from 1) without its end and without a byte order mark, and the offset where that
// text begins.
func (s *Source) Line(line int) (text string, start int) {
	s.once.Do(s.index)
	if line < 1 || line > len(s.lines) {
		return "", len(s.Text)
	}
	start = int(s.lines[line-1])
	end := len(s.Text)
	if line < len(s.lines) {
		end = int(s.lines[line])
	}
	text, ended := strings.CutSuffix(s.Text[start:end], "\n")
	if ended {
		text = strings.TrimSuffix(text, "\r")
	}
	if line == 1 && strings.HasPrefix(text, BOM) {
		text, start = text[len(BOM):], start+len(BOM)
	}
	return text, start
}

// Slice is the text of a span, clamped to the source.
func (s *Source) Slice(sp Span) string {
	a := max(0, min(sp.Start, len(s.Text)))
	return s.Text[a:max(a, min(sp.End, len(s.Text)))]
}

// Place is a span in a source: where something stands, for people. The zero Place is nowhere.
type Place struct {
	Source *Source
	Span   Span
}

// Known reports whether the place is anywhere at all.
func (p Place) Known() bool { return p.Source != nil }

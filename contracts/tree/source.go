package tree

import (
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
}

// Position is a place for people: line and column count from 1, the column in code points, the offset in bytes
// from 0. A byte order mark at the start of the file has no column.
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
	for i := 0; i < len(s.Text); {
		j := strings.IndexByte(s.Text[i:], '\n')
		if j < 0 {
			break
		}
		i += j + 1
		s.lines = append(s.lines, uint32(i))
	}
}

// Position is the place of a byte offset, which is clamped to the text.
func (s *Source) Position(offset int) Position {
	s.once.Do(s.index)
	offset = max(0, min(offset, len(s.Text)))
	line := sort.Search(len(s.lines), func(i int) bool { return int(s.lines[i]) > offset })
	start := int(s.lines[line-1])
	if line == 1 && strings.HasPrefix(s.Text, BOM) {
		start = min(offset, len(BOM))
	}
	return Position{Line: line, Column: utf8.RuneCountInString(s.Text[start:offset]) + 1, Offset: offset}
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
	text = strings.TrimSuffix(s.Text[start:end], "\n")
	text = strings.TrimSuffix(text, "\r")
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

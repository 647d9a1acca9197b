package tree

import (
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"
)

func TestPosition(t *testing.T) {
	for _, tt := range []struct {
		name, text   string
		offset       int
		line, column int
		clamped      int
	}{
		{"empty", "", 0, 1, 1, 0},
		{"negative", "ab", -3, 1, 1, 0},
		{"behind the end", "ab", 9, 1, 3, 2},
		{"empty, behind the end", "", 9, 1, 1, 0},
		{"first", "ab\ncd", 0, 1, 1, 0},
		{"line feed", "ab\ncd", 2, 1, 3, 2},
		{"second line", "ab\ncd", 3, 2, 1, 3},
		{"end", "ab\ncd", 5, 2, 3, 5},
		{"end after line feed", "ab\n", 3, 2, 1, 3},
		{"empty lines", "\n\n\n", 2, 3, 1, 2},
		{"carriage return of CRLF", "ab\r\ncd", 2, 1, 3, 2},
		{"line feed of CRLF", "ab\r\ncd", 3, 1, 3, 3},
		{"after CRLF", "ab\r\ncd", 4, 2, 1, 4},
		{"empty CRLF line", "\r\n\r\n", 3, 2, 1, 3},
		{"lone CR", "a\rb", 2, 1, 3, 2},
		{"CR at the end", "a\r", 2, 1, 3, 2},
		{"two CR before LF", "a\r\r\nb", 3, 1, 3, 3},
		{"U+2028", "a\u2028b", 4, 1, 3, 4},
		{"U+2029", "a\u2029b", 4, 1, 3, 4},
		{"U+0085", "a\u0085b", 3, 1, 3, 3},
		{"two bytes", "éa", 2, 1, 2, 2},
		{"inside two bytes", "éa", 1, 1, 1, 1},
		{"four bytes", "a😀b", 5, 1, 3, 5},
		{"inside four bytes", "a😀b", 4, 1, 2, 4},
		{"inside four bytes, second", "a😀b", 2, 1, 2, 2},
		{"combining mark", "e\u0301x", 3, 1, 3, 3},
		{"invalid bytes", "\xff\xfe\x80x", 3, 1, 4, 3},
		{"invalid byte, first", "\x80\x80", 1, 1, 2, 1},
		{"truncated rune", "\xf0\x9f\x98", 2, 1, 3, 2},
		{"surrogate in UTF-8", "\xed\xa0\x80", 2, 1, 3, 2},
		{"BOM", BOM + "ab", 0, 1, 1, 0},
		{"inside BOM", BOM + "ab", 2, 1, 1, 2},
		{"after BOM", BOM + "ab", 3, 1, 1, 3},
		{"one after BOM", BOM + "ab", 4, 1, 2, 4},
		{"BOM alone", BOM, 3, 1, 1, 3},
		{"BOM, second line", BOM + "a\nb", 5, 2, 1, 5},
		{"BOM before CRLF", BOM + "\r\nb", 4, 1, 1, 4},
		{"BOM that opens no file", "a\n" + BOM + "b", 5, 2, 2, 5},
	} {
		s := &Source{Text: tt.text}
		want := Position{tt.line, tt.column, tt.clamped}
		if got := s.Position(tt.offset); got != want {
			t.Errorf("%s: Position(%d) of %q = %+v, want %+v", tt.name, tt.offset, tt.text, got, want)
		}
	}
}

// slowPosition counts from the start of the text.
func slowPosition(text string, offset int) Position {
	p := Position{1, 1, offset}
	start := 0
	if strings.HasPrefix(text, BOM) {
		start = len(BOM)
	}
	for i := start; i < offset; {
		r, size := utf8.DecodeRuneInString(text[i:])
		switch {
		case i+size > offset: // the offset is inside this rune
		case r == '\n':
			p.Line, p.Column = p.Line+1, 1
		case r == '\r' && i+1 < len(text) && text[i+1] == '\n': // part of the line's end
		default:
			p.Column++
		}
		i += size
	}
	return p
}

func TestPositionInLongLines(t *testing.T) {
	pieces := []string{"a", "bc", "é", "€", "😀", "\xff", "\x80", "\xf0\x9f", "\r", BOM}
	rnd := rand.New(rand.NewPCG(1, 2))
	for range 20 {
		var b strings.Builder
		if rnd.IntN(2) == 0 {
			b.WriteString(BOM)
		}
		for range 5 {
			for range rnd.IntN(4 * stride) {
				b.WriteString(pieces[rnd.IntN(len(pieces))])
			}
			b.WriteString([]string{"\n", "\r\n"}[rnd.IntN(2)])
		}
		s := &Source{Text: b.String()}
		for range 200 {
			offset := rnd.IntN(len(s.Text) + 1)
			if got, want := s.Position(offset), slowPosition(s.Text, offset); got != want {
				t.Fatalf("Position(%d) = %+v, want %+v", offset, got, want)
			}
		}
	}
}

func FuzzPosition(f *testing.F) {
	f.Add("a\r\nb\xff😀", 4)
	f.Add(BOM+"\r\n", 2)
	f.Fuzz(func(t *testing.T, text string, offset int) {
		s := &Source{Text: text}
		got := s.Position(offset)
		if want := slowPosition(text, max(0, min(offset, len(text)))); got != want {
			t.Fatalf("Position(%d) of %q = %+v, want %+v", offset, text, got, want)
		}
		line, start := s.Line(got.Line)
		if start+len(line) > len(text) || text[start:start+len(line)] != line {
			t.Fatalf("Line(%d) of %q is %q at %d, which is not there", got.Line, text, line, start)
		}
		if got.Column > utf8.RuneCountInString(line)+1 {
			t.Fatalf("column %d of %q is behind the line %q", got.Column, text, line)
		}
	})
}

func TestLine(t *testing.T) {
	for _, tt := range []struct {
		text  string
		line  int
		want  string
		start int
	}{
		{"", 1, "", 0},
		{"", 0, "", 0},
		{"", 2, "", 0},
		{"ab", 1, "ab", 0},
		{"ab\n", 1, "ab", 0},
		{"ab\n", 2, "", 3},
		{"ab\n", 3, "", 3},
		{"ab\ncd", -1, "", 5},
		{"ab\r\ncd", 1, "ab", 0},
		{"ab\r\ncd", 2, "cd", 4},
		{"ab\r\r\n", 1, "ab\r", 0},
		{"ab\r", 1, "ab\r", 0},
		{"a\rb\n", 1, "a\rb", 0},
		{"a\u2028b\u2029c\u0085d", 1, "a\u2028b\u2029c\u0085d", 0},
		{BOM, 1, "", 3},
		{BOM + "a\nb", 1, "a", 3},
		{BOM + "a\nb", 2, "b", 5},
		{"a\n" + BOM + "b", 2, BOM + "b", 2},
	} {
		s := &Source{Text: tt.text}
		if got, start := s.Line(tt.line); got != tt.want || start != tt.start {
			t.Errorf("Line(%d) of %q = %q, %d; want %q, %d", tt.line, tt.text, got, start, tt.want, tt.start)
		}
	}
}

func TestLines(t *testing.T) {
	for text, want := range map[string]int{"": 1, "a": 1, "a\n": 2, "a\r\nb": 2, "a\rb": 1, "\n\n": 3, "a\u2028b": 1} {
		if got := (&Source{Text: text}).Lines(); got != want {
			t.Errorf("Lines of %q = %d, want %d", text, got, want)
		}
	}
}

func TestSlice(t *testing.T) {
	s := &Source{Text: "abcdef"}
	for _, tt := range []struct {
		span Span
		want string
	}{
		{Span{1, 3}, "bc"}, {Span{0, 6}, "abcdef"}, {Span{4, 99}, "ef"}, {Span{-2, 2}, "ab"},
		{Span{9, 12}, ""}, {Span{3, 1}, ""}, {Span{}, ""},
	} {
		if got := s.Slice(tt.span); got != tt.want {
			t.Errorf("Slice(%v) = %q, want %q", tt.span, got, tt.want)
		}
	}
}

func TestPlaceKnown(t *testing.T) {
	if (Place{}).Known() || !(Place{Source: &Source{}}).Known() {
		t.Error("a place is known if and only if it has a source")
	}
}

func TestPositionFromManyGoroutines(t *testing.T) {
	s := &Source{Text: strings.Repeat("ab\n", 1000)}
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			if got := s.Position(2999); got.Line != 1000 {
				t.Errorf("line %d, want 1000", got.Line)
			}
		})
	}
	wg.Wait()
}

func BenchmarkPositionInLongLine(b *testing.B) {
	s := &Source{Text: strings.Repeat("é", 1<<20)}
	for b.Loop() {
		s.Position(len(s.Text) - 1)
	}
}

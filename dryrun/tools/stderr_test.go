package tools

import (
	"bytes"
	"slices"
	"strings"
	"testing"
)

// However the text is cut into writes, the lines and the tail are the same.
func FuzzStderr(f *testing.F) {
	f.Add([]byte("one\ntwo\n\nthree"), uint16(1))
	f.Add(bytes.Repeat([]byte("x"), maxStderr), uint16(7))
	f.Add(append(bytes.Repeat([]byte("x"), maxStderr), "\ny"...), uint16(maxStderr))
	f.Add(bytes.Repeat([]byte("x"), 3*maxStderr+1), uint16(5000))
	f.Fuzz(func(t *testing.T, text []byte, size uint16) {
		var got []string
		s := &stderr{line: func(line []byte) { got = append(got, string(line)) }}
		for piece := range slices.Chunk(text, int(size)+1) {
			s.add(piece)
		}
		s.flush()
		var want []string
		for line := range strings.Lines(string(text)) {
			line, _ = strings.CutSuffix(line, "\n")
			for len(line) > maxStderr {
				want = append(want, line[:maxStderr])
				line = line[maxStderr:]
			}
			want = append(want, line)
		}
		if !slices.Equal(got, want) {
			t.Errorf("got %.100q, want %.100q", got, want)
		}
		if end := string(text[max(0, len(text)-maxStderr):]); s.tail.String() != end {
			t.Errorf("the tail has %d bytes, want %d", len(s.tail.String()), len(end))
		}
		if cap(s.tail.kept) > 8*maxStderr || cap(s.part) > 4*maxStderr {
			t.Errorf("%d and %d bytes are held", cap(s.tail.kept), cap(s.part))
		}
	})
}

func TestCapture(t *testing.T) {
	c := &capture{max: 4}
	for _, p := range []string{"ab", "", "cd", "e", ""} {
		c.add([]byte(p))
	}
	if string(c.kept) != "abcd" || !c.long {
		t.Errorf("got %q, %v", c.kept, c.long)
	}
}

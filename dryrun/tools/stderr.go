package tools

import "bytes"

// maxStderr is how many bytes of what a tool said are kept, and of how many a line that is passed on has at most.
const maxStderr = 8 << 10

// stderr keeps the end of what a tool says on standard error, and passes its lines on.
type stderr struct {
	tail tail
	line func(line []byte) // may be nil
	part []byte            // of a line that has not ended yet
}

// add takes what comes next, wherever it is cut.
func (s *stderr) add(p []byte) {
	s.tail.add(p)
	if s.line == nil {
		return
	}
	for len(p) > 0 {
		room := maxStderr - len(s.part)
		i := bytes.IndexByte(p[:min(len(p), room+1)], '\n')
		switch {
		case i >= 0:
			s.part = append(s.part, p[:i]...)
			p = p[i+1:]
		case len(p) <= room:
			s.part = append(s.part, p...)
			return
		default: // the line goes on behind what is passed on of it
			s.part = append(s.part, p[:room]...)
			p = p[room:]
		}
		s.line(s.part)
		s.part = s.part[:0]
	}
}

// flush passes on the last line where no newline ends it.
func (s *stderr) flush() {
	if len(s.part) > 0 {
		s.line(s.part)
		s.part = nil
	}
}

// tail is the last bytes of a text of any length.
type tail struct{ kept []byte }

func (t *tail) add(p []byte) {
	if len(p) > maxStderr {
		p = p[len(p)-maxStderr:]
	}
	if len(t.kept)+len(p) > 2*maxStderr {
		t.kept = t.kept[:copy(t.kept, t.kept[len(t.kept)-maxStderr:])]
	}
	t.kept = append(t.kept, p...)
}

// String is the last 8 KiB.
func (t *tail) String() string { return string(t.kept[max(0, len(t.kept)-maxStderr):]) }

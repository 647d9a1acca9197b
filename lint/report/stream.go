package report

import "io"

// stream gathers bytes and writes them in large pieces. Its first error stays, and nothing is written after it.
type stream struct {
	w   io.Writer
	buf []byte
	err error
}

// full is how many bytes are gathered before they are written.
const full = 32 << 10

// spill writes what was gathered once it is much.
func (s *stream) spill() {
	if len(s.buf) >= full {
		_ = s.flush() // the error stays in the stream
	}
}

// flush writes what was gathered and returns the first error there ever was.
func (s *stream) flush() error {
	if s.err == nil && len(s.buf) > 0 {
		n, err := s.w.Write(s.buf)
		if err == nil && n < len(s.buf) {
			err = io.ErrShortWrite
		}
		s.err = err
	}
	s.buf = s.buf[:0]
	return s.err
}

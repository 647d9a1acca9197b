package tools

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/planlint/planlint/dryrun"
)

// stream reads one output of a tool for as long as anybody can write to it.
type stream struct {
	from *os.File
	into func(p []byte) // keeps none of p
	done chan struct{}  // closed when nothing more is read
	open bool           // reading was stopped before everybody had closed the output
	err  error
}

func newStream(from *os.File, into func(p []byte)) *stream {
	s := &stream{from: from, into: into, done: make(chan struct{})}
	go s.read()
	return s
}

func (s *stream) read() {
	defer close(s.done)
	buf := make([]byte, 16<<10)
	for {
		n, err := s.from.Read(buf)
		s.into(buf[:n])
		switch {
		case err == nil:
			continue
		case errors.Is(err, os.ErrDeadlineExceeded), errors.Is(err, os.ErrClosed):
			s.open = true
		case !errors.Is(err, io.EOF):
			s.err = plain(err)
		}
		return
	}
}

// stop ends the reading. What the group wrote has been read then, all of it, even where somebody outside of the group
// still holds the output open (on Windows: what came while it settled).
func (s *stream) stop() {
	select {
	case <-s.done:
	default:
		if s.from.SetReadDeadline(time.Unix(1, 0)) != nil { // not everywhere can a pipe have one
			s.from.Close()
		}
		<-s.done
	}
	if s.open {
		s.drain()
	}
	s.from.Close()
}

// capture keeps an answer up to the cap.
type capture struct {
	max  int64
	kept []byte
	long bool // there was more

	over chan struct{} // if set, closed when the first byte comes that has no room
}

// add keeps what comes next, as far as there is room.
func (c *capture) add(p []byte) {
	if room := c.max - int64(len(c.kept)); int64(len(p)) > room {
		if c.over != nil && !c.long {
			close(c.over)
		}
		p, c.long = p[:room], true
	}
	c.kept = append(c.kept, p...)
}

// failure is why the answer of a tool that ended well can't be used, nil where it can. err is what reading met.
func (c *capture) failure(err error) *dryrun.CallError {
	switch {
	case err != nil:
		return &dryrun.CallError{Failure: dryrun.Unreadable, Message: "the tool's answer could not be read in full", Err: err}
	case c.long:
		return &dryrun.CallError{Failure: dryrun.TooLong, Message: fmt.Sprintf("the tool's answer has more than the %d bytes that it may have", c.max)}
	}
	return nil
}

// text is the answer, without the newline at its end unless it is wanted whole.
func (c *capture) text(whole bool) []byte {
	text := c.kept
	if cut, ended := bytes.CutSuffix(text, []byte("\n")); ended && !whole {
		text = bytes.TrimSuffix(cut, []byte("\r"))
	}
	if text == nil {
		text = []byte{}
	}
	return text
}

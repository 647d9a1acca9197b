package cmd

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
)

// maxTyped is how many bytes of a line are heeded. A terminal may drop what is beyond (POSIX promises no more), so a
// line that is longer is not known to be what was typed.
const maxTyped = 255

// errLeft is the error of a keyboard that somebody stopped listening to.
var errLeft = errors.New("reading the terminal: an earlier question was left unanswered")

// keyboard reads what a person types, line by line.
type keyboard struct {
	term  Terminal
	typed []byte // was read, and stands behind the last line
	left  bool   // a read goes on that nobody waits for
}

// discard forgets what was typed so far.
func (k *keyboard) discard() error {
	k.typed = nil
	if err := k.term.Discard(); err != nil {
		return fmt.Errorf("discarding what was typed ahead: %w", err)
	}
	return nil
}

// line waits for a line, and returns it without its end and the spaces around it. The error is io.EOF where the input
// ends, also within a line: only Enter finishes one.
func (k *keyboard) line(ctx context.Context) (string, error) {
	var line []byte
	for {
		rest, ended := k.typed, false
		if i := bytes.IndexByte(rest, '\n'); i >= 0 {
			rest, k.typed, ended = rest[:i], rest[i+1:], true
		} else {
			k.typed = nil
		}
		line = append(line, rest[:min(len(rest), maxTyped+1-len(line))]...)
		if ended {
			break
		}
		var err error
		if k.typed, err = k.read(ctx); err != nil {
			return "", err
		}
	}
	if len(line) > maxTyped {
		return "…", nil // nobody's command
	}
	return strings.Trim(strings.TrimSuffix(string(line), "\r"), " "), nil
}

// read waits for the next bytes. When the context ends it leaves the read behind, since nothing ends it everywhere.
func (k *keyboard) read(ctx context.Context) ([]byte, error) {
	if k.left {
		return nil, errLeft
	}
	type result struct {
		typed []byte
		err   error
	}
	done := make(chan result, 1)
	go func() {
		buffer := make([]byte, 4096)
		n, err := k.term.Read(buffer)
		done <- result{buffer[:n], err}
	}()
	select {
	case <-ctx.Done():
		k.left = true
		return nil, ctx.Err()
	case r := <-done:
		switch {
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case len(r.typed) > 0 || r.err == nil:
			return r.typed, nil // an error comes again
		case r.err == io.EOF:
			return nil, io.EOF
		}
		return nil, fmt.Errorf("reading the terminal: %w", r.err)
	}
}

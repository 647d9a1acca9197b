//go:build unix

package tools

import (
	"bytes"
	"io"
	"os"
	"syscall"
	"testing"
)

// What was written before a stream is stopped has been read after it, although the output is still open.
func TestStopReadsAll(t *testing.T) {
	text := bytes.Repeat([]byte("0123456789"), 6000)
	for i := range 100 {
		r, w, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		c := &capture{max: 1 << 20}
		s := newStream(r, c.add)
		if _, err := w.Write(text); err != nil {
			t.Fatal(err)
		}
		s.stop()
		if !bytes.Equal(c.kept, text) || s.err != nil {
			t.Fatalf("round %d: %d of %d bytes were read, %v", i, len(c.kept), len(text), s.err)
		}
		if _, err := r.Read(nil); err == nil {
			t.Error("the pipe was not closed")
		}
		w.Close()
	}
}

// Somebody who writes without end can't keep a stream from being stopped.
func TestStopAgainstFlood(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	c := &capture{max: 10}
	s := newStream(r, c.add)
	flooded := make(chan struct{})
	go func() {
		defer close(flooded)
		for {
			if _, err := w.Write(make([]byte, 64<<10)); err != nil {
				return
			}
		}
	}()
	s.stop()
	<-flooded // its reader is gone
	w.Close()
	if len(c.kept) > 10 {
		t.Errorf("%d bytes were kept", len(c.kept))
	}
}

// Where there is no memory that looks like a file, one on disk has no name before anybody reads it.
func TestNamelessInput(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	in, err := namelessInput([]byte(`{"a":1}`))
	if err != nil {
		t.Fatal(err)
	}
	defer in.remove()
	if entries, err := os.ReadDir(dir); err != nil || len(entries) > 0 {
		t.Errorf("the folder holds %v, %v", entries, err)
	}
	info, err := in.file.Stat()
	if err != nil {
		t.Fatal(err)
	}
	if st := info.Sys().(*syscall.Stat_t); !info.Mode().IsRegular() || st.Nlink != 0 || info.Mode().Perm() != 0o600 {
		t.Errorf("the file has the mode %v and %d names", info.Mode(), st.Nlink)
	}
	if text, err := io.ReadAll(in.file); err != nil || string(text) != `{"a":1}` {
		t.Errorf("got %q, %v", text, err)
	}
	if _, err := in.file.Write([]byte("x")); err == nil {
		t.Error("it can be written")
	}
	t.Setenv("TMPDIR", dir+"/none")
	if in, err := namelessInput(nil); err == nil {
		in.remove()
		t.Error("a file was made where there is no folder")
	}
}

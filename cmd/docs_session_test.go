package cmd

import (
	"bytes"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

// chances are what differs each time: a document shows the same of them always.
var chances = []struct {
	pattern *regexp.Regexp
	shown   string
}{
	{regexp.MustCompile(`by approval [0-9a-f]{16}`), "by approval 84a4271759b44d3b"},
	{regexp.MustCompile(`by process [0-9]+ on [^\s]+`), "by process 4711 on desk"},
	{regexp.MustCompile(`head [0-9a-f]{64}`), "head 5f1d0c2e6a4b39788c17d3e0f24b6a95c8e07d12b3f4a69587d0e1c2b3a49586"},
}

// stage is where the sessions of a document are played.
type stage struct {
	copies map[string]string // folder of the repository → its copy
	copy   string            // the next block is run in a copy of that folder; "" = it is not
	person []string          // what is typed at its terminal; nil = there is none
	killed string            // the moment at which its process dies; "" = it does not
}

// session runs the commands of a block and returns them with what they print.
func (s *stage) session(t *testing.T, dir string, body []string) string {
	t.Helper()
	var out bytes.Buffer
	for _, line := range body {
		command, ok := strings.CutPrefix(line, "$ ")
		if !ok {
			continue
		}
		out.WriteString(line)
		words := split(command)
		if words[0] != "planlint" {
			t.Fatalf("%s: only planlint can be run", command)
		}
		env := docEnv(t, dir, &out)
		if s.copy != "" {
			env.Dir = s.scratch(t)
			env.Lookup = func(name string) (string, bool) { return os.Getenv("PATH"), name == "PATH" }
		}
		if s.person != nil {
			typed := strings.NewReader(strings.Join(s.person, "\n") + "\n")
			env.Terminal = func() (Terminal, error) { return &script{typed, &out}, nil }
			env.User = func() string { return "ada" }
			env.Getenv = func(name string) string { return map[string]string{"NO_COLOR": "1"}[name] }
		}
		if s.killed != "" {
			said := s.die(t, env.Dir, words)
			if said == "" {
				t.Fatal(out.String())
			}
			out.WriteString(said)
			continue
		}
		switch code := Main(t.Context(), words[1:], env); code {
		case ExitOK, ExitRefused, ExitNotCleared, ExitUnknown, ExitToolFailed:
		default:
			t.Errorf("%s: exit code %d\n%s", command, code, out.String())
		}
	}
	text := out.String()
	for _, c := range chances {
		text = c.pattern.ReplaceAllString(text, c.shown)
	}
	return text
}

// scratch is the copy of the folder that the block is run in.
func (s *stage) scratch(t *testing.T) string {
	t.Helper()
	if dir, ok := s.copies[s.copy]; ok {
		return dir
	}
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(filepath.Join(root, filepath.FromSlash(s.copy)))); err != nil {
		t.Fatal(err)
	}
	s.copies[s.copy] = dir
	return dir
}

// die runs a command in a process that kills itself at a moment, and returns what the shell says then.
func (s *stage) die(t *testing.T, dir string, words []string) string {
	t.Helper()
	name, count, ok := strings.Cut(s.killed, " #")
	if !ok {
		count = "1"
	}
	c := exec.Command("planlint-mortal", words[1:]...)
	c.Dir = dir
	c.Env = append(os.Environ(), "MORTAL_NAME="+name, "MORTAL_AT="+count, "PLANLINT_TEST_NOW="+docEnv(t, ".", nil).Now().Format(time.RFC3339))
	said, err := c.CombinedOutput()
	var status *exec.ExitError
	if !errors.As(err, &status) || status.ExitCode() >= 0 {
		t.Fatalf("%v: it was to be killed at %q, and was not: %v\n%s", words, s.killed, err, said)
	}
	return "Killed\n"
}

// script is a terminal at which somebody types what was agreed; what is typed shows as on a real one.
type script struct {
	typed *strings.Reader
	io.Writer
}

// Read implements io.Reader: a line at a time.
func (s *script) Read(p []byte) (int, error) {
	n := 0
	for n < len(p) {
		c, err := s.typed.ReadByte()
		if err != nil {
			break
		}
		p[n] = c
		n++
		if c == '\n' {
			break
		}
	}
	if n == 0 {
		return 0, io.EOF
	}
	_, err := s.Write(p[:n])
	return n, err
}

func (s *script) Close() error              { return nil }
func (s *script) Size() (width, height int) { return 100, 1000 }
func (s *script) Discard() error            { return nil }

package cmd

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/planlint/planlint/lint"
	"github.com/planlint/planlint/lint/rules"
)

// updating reports whether -update was given. The flag is registered beside the scripts, in the same test binary.
func updating() bool {
	f := flag.Lookup("update")
	return f != nil && f.Value.String() == "true"
}

// root is the folder of the repository.
const root = ".."

// docEnv is the process that documentation shows: in a folder of the repository, at no terminal.
func docEnv(t *testing.T, dir string, out *bytes.Buffer) Env {
	t.Helper()
	abs, err := filepath.Abs(filepath.Join(root, filepath.FromSlash(dir)))
	if err != nil {
		t.Fatal(err)
	}
	return Env{
		Stdin: strings.NewReader(""), Stdout: out, Stderr: out, Getenv: func(string) string { return "" },
		Now: func() time.Time { return time.Date(2026, 1, 10, 0, 0, 0, 0, time.UTC) }, Dir: abs, Version: "devel",
	}
}

// TestReadme holds README.md to the program: outputs, files, tables. With -update it writes them.
func TestReadme(t *testing.T) {
	name := filepath.Join(root, "README.md")
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	have := string(data)
	want := renew(t, have)
	if have == want {
		return
	}
	if updating() {
		if err := os.WriteFile(name, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	t.Errorf("README.md does not show what planlint does; go test ./cmd -run TestReadme -update writes it (-have +want):\n%s",
		cmp.Diff(strings.Split(have, "\n"), strings.Split(want, "\n")))
}

// renew makes the generated parts of a document anew:
//
//	<!-- file: PATH[, KEY] -->        the block of code that follows is that file, or what stands under a key in it
//	<!-- in: DIR -->                  the block that follows is run in that folder
//	<!-- copy of: DIR -->             it is run in a copy of that folder, the same for all blocks that say so
//	<!-- person: WORD[, WORD]... -->  at a terminal, where somebody types these words
//	<!-- killed: MOMENT -->           by a process that kills itself when it comes there
//	<!-- begin: NAME --> to <!-- end: NAME -->  a table
//
// A block that starts with "$ planlint" is always run, by default in the repository's folder.
func renew(t *testing.T, text string) string {
	t.Helper()
	var out strings.Builder
	lines := strings.SplitAfter(text, "\n")
	file, dir := "", "."
	s := stage{copies: map[string]string{}}
	for i := 0; i < len(lines); i++ {
		line := lines[i]
		out.WriteString(line)
		kind, value := marker(line)
		switch {
		case kind == "file":
			file = value
		case kind == "in":
			dir = value
		case kind == "copy of":
			s.copy = value
		case kind == "person":
			s.person = strings.Split(value, ", ")
		case kind == "killed":
			s.killed = value
		case kind == "begin":
			i = find(t, lines, i, "<!-- end: "+value+" -->")
			out.WriteString("\n" + generated(t, value) + "\n" + lines[i])
		case strings.HasPrefix(line, "```") && strings.TrimSpace(line) != "```":
			end := find(t, lines, i, "```")
			body := lines[i+1 : end]
			switch {
			case file != "":
				out.WriteString(excerpt(t, file))
			case len(body) > 0 && strings.HasPrefix(body[0], "$ planlint"):
				out.WriteString(s.session(t, dir, body))
				s.copy, s.person, s.killed = "", nil, ""
			default:
				out.WriteString(strings.Join(body, ""))
			}
			out.WriteString(lines[end])
			i, file, dir = end, "", "."
		}
	}
	if file != "" || dir != "." {
		t.Error("a marker has no block behind it")
	}
	return out.String()
}

// marker reads a comment of the form <!-- kind: value -->.
func marker(line string) (kind, value string) {
	s, opens := strings.CutPrefix(strings.TrimSpace(line), "<!-- ")
	s, closes := strings.CutSuffix(s, " -->")
	if !opens || !closes {
		return "", ""
	}
	kind, value, _ = strings.Cut(s, ": ")
	return kind, value
}

// find is the index of the first line behind i that is a text.
func find(t *testing.T, lines []string, i int, text string) int {
	t.Helper()
	for j := i + 1; j < len(lines); j++ {
		if strings.TrimSpace(lines[j]) == text {
			return j
		}
	}
	t.Fatalf("line %d: there is no %s behind it", i+1, text)
	return 0
}

// excerpt is a file, or the part of a YAML file that stands under a key.
func excerpt(t *testing.T, what string) string {
	t.Helper()
	name, key, part := strings.Cut(what, ", ")
	data, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(name)))
	if err != nil {
		t.Fatal(err)
	}
	if !part {
		return string(data)
	}
	var out strings.Builder
	depth := -1
	for line := range strings.Lines(string(data)) {
		indent := len(line) - len(strings.TrimLeft(line, " "))
		switch {
		case depth < 0 && strings.TrimSpace(line) == key+":":
			depth = indent
		case depth < 0:
			continue
		case indent <= depth:
			return strings.TrimRight(out.String(), "\n") + "\n"
		}
		out.WriteString(line[min(depth, len(line)-1):])
	}
	if depth < 0 {
		t.Fatalf("%s has no key %s", name, key)
	}
	return out.String()
}

// generated is a table made of what the program knows.
func generated(t *testing.T, name string) string {
	t.Helper()
	var b strings.Builder
	switch name {
	case "exit codes":
		b.WriteString("| code | meaning |\n|---|---|\n")
		for _, e := range exitCodes {
			fmt.Fprintf(&b, "| %d | %s |\n", e.code, e.means)
		}
	case "rules":
		b.WriteString("| rule | finds | level | reason |\n|---|---|---|---|\n")
		group := lint.Group("")
		for _, r := range rules.All() {
			if r.Group != group {
				group = r.Group
				fmt.Fprintf(&b, "| **%s** | | | |\n", group)
			}
			reason := ""
			if r.Reason != "" {
				reason = "`" + r.Reason + "`"
			}
			fmt.Fprintf(&b, "| `%s` | %s | %s | %s |\n", r.ID, strings.ReplaceAll(r.Title, "|", `\|`), r.Severity, reason)
		}
	default:
		t.Fatalf("there is no table %q", name)
	}
	return b.String()
}

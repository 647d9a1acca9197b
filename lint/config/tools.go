package config

import (
	"fmt"
	"regexp"
	"strings"
	"sync"

	"github.com/planlint/planlint/contracts/shape"
	"github.com/planlint/planlint/contracts/tree"
)

// variable is the name of an environment variable.
var variable = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`) })

// tools reads the registry.
func (l *loader) tools(r shape.Reader, key tree.Ref) {
	if key == tree.None {
		return
	}
	d := l.config.Deployment
	d.Registry, d.RegistryPlace = map[string]tree.Place{}, r.Tree.Place(key)
	r, n := l.part(r, key, "tools")
	if !r.Map(n, "tools") {
		return
	}
	for k, v := range r.Tree.Members(n) {
		t := Tool{Name: r.Tree.Text(k), Place: r.Tree.Place(k), Timeout: DefaultTimeout, MaxOutput: DefaultMaxOutput}
		if t.Name == "" {
			r.Wrong(k, "write the name of the tool", "a tool has an empty name")
			continue
		}
		d.Registry[t.Name] = t.Place
		t.read(r, v)
		l.config.Tools = append(l.config.Tools, t)
	}
	if r.Tree.Count(n) == 0 {
		r.Wrong(n, "register at least one, or remove the key", "tools registers nothing")
	}
}

func (t *Tool) read(r shape.Reader, n tree.Ref) {
	what := "tools." + label(t.Name)
	if !r.Closed(n, what, "command", "shell", "timeout", "env", "max_output") {
		return
	}
	command, shell := r.Tree.Get(n, "command"), r.Tree.Get(n, "shell")
	if command != tree.None && shell != tree.None {
		r.Report(Problem{Rule: shape.RuleWrongShape, Place: r.Tree.Place(max(command, shell) - 1), Hint: "keep one of them",
			Message: what + " has both command and shell",
			Related: []Related{{Place: r.Tree.Place(min(command, shell) - 1), Message: "the other one"}}})
	}
	t.readCommand(r, command, what+".command")
	if text, ok := r.Text(shell, what+".shell"); ok {
		if strings.TrimSpace(text) == "" || strings.ContainsRune(text, 0) {
			r.Wrong(shell, "write the text that /bin/sh -c runs", "%s.shell must be a command, not %s", what, r.Found(shell))
		} else {
			t.Shell, t.CallPlace = text, r.Tree.Place(shell)
		}
	}
	if d, ok := r.Duration(r.Tree.Get(n, "timeout"), what+".timeout"); ok {
		t.Timeout = d
	}
	if size, ok := r.Size(r.Tree.Get(n, "max_output"), what+".max_output"); ok {
		t.MaxOutput = size
	}
	env := r.Tree.Get(n, "env")
	if env == tree.None {
		return
	}
	for _, name := range r.Names(env, what+".env") {
		switch {
		case strings.ContainsRune(name.Text, '='):
			r.Report(Problem{Rule: shape.RuleWrongShape, Place: name.Place, Hint: "write the name alone: the value comes from the environment",
				Message: fmt.Sprintf("%s.env lists names, not values such as %s", what, tree.Quote(name.Text))})
		case !variable().MatchString(name.Text):
			r.Report(Problem{Rule: shape.RuleWrongShape, Place: name.Place, Hint: "use letters, digits and _",
				Message: fmt.Sprintf("%s.env: %s is no name of a variable", what, tree.Quote(name.Text))})
		case strings.HasPrefix(strings.ToUpper(name.Text), "PLANLINT_"):
			r.Report(Problem{Rule: shape.RuleWrongShape, Place: name.Place, Hint: "remove it: planlint sets its own, and no caller's passes",
				Message: fmt.Sprintf("%s.env: %s is planlint's own variable", what, tree.Quote(name.Text))})
		default:
			t.Env = append(t.Env, name.Text)
		}
	}
}

// readCommand reads an argument vector. Empty arguments are legal, an empty program is not.
func (t *Tool) readCommand(r shape.Reader, n tree.Ref, what string) {
	switch r.Tree.Kind(n) {
	case tree.Invalid:
		return
	case tree.String:
		r.Wrong(n, "write a list such as [./tools/search, --all], or use shell", "%s must be a list, not %s", what, r.Found(n))
		return
	}
	if !r.List(n, what) {
		return
	}
	if r.Tree.Count(n) == 0 {
		r.Wrong(n, "name the program first", "%s must not be empty", what)
		return
	}
	argv := make([]string, 0, r.Tree.Count(n))
	for i, e := range r.Tree.Elements(n) {
		s := r.Tree.Text(e)
		switch {
		case r.Tree.Kind(e) != tree.String:
			r.Wrong(e, "write it in quotes if it is meant as text", "%s[%d] must be a text, not %s", what, i, r.Found(e))
			return
		case i == 0 && s == "":
			r.Wrong(e, "name the program", "%s[0] must not be empty", what)
			return
		case strings.ContainsRune(s, 0):
			r.Wrong(e, "remove it", "%s[%d] holds a NUL character", what, i)
			return
		}
		argv = append(argv, s)
	}
	t.Command, t.CallPlace = argv, r.Tree.Place(n)
}

package rules

import (
	"strconv"
	"strings"
	"unicode"

	"github.com/planlint/planlint/lint"
)

// reference is a piece of a text that was meant to be replaced by a value.
type reference struct {
	text  string     // the piece, as written
	step  *lint.Step // the step whose outcome is meant; nil where that is not clear
	input bool       // the run's input is meant
	blank bool       // no value is named: it is a blank to fill in
	path  []string   // where in the outcome or the input
	whole bool       // the piece is all of the text
}

// referrer finds out which step a name in a text means.
type referrer struct {
	plan  *lint.Plan
	step  *lint.Step            // whose arguments are read
	names map[string]*lint.Step // by folded id, and by folded tool where no id is in the way; made on demand
	tags  int                   // names in the text at hand that turned out to be markup
}

// exact is the step with that id, unless it is the one whose arguments are read.
func (r *referrer) exact(id string) *lint.Step {
	if id == "" {
		return nil
	}
	if s := r.plan.Step(id); s != r.step {
		return s
	}
	return nil
}

// loose is the step that a name means, whatever its case and its separators: a step's id, a tool, or the number of a
// step, which counts from base where no id says otherwise.
func (r *referrer) loose(name string, base int) *lint.Step {
	if s := r.plan.Step(name); s != nil {
		return r.exact(name)
	}
	if r.names == nil {
		r.names = make(map[string]*lint.Step, 2*len(r.plan.Steps))
		for i := range r.plan.Steps {
			s := &r.plan.Steps[i]
			r.note(s.ID, s)
		}
		for i := range r.plan.Steps {
			s := &r.plan.Steps[i]
			r.note(s.Tool, s)
		}
	}
	key := fold(name)
	if s := r.names[key]; s != nil && key != "" {
		if s == r.step {
			return nil
		}
		return s
	}
	if word, number := numbered(name); word != "" {
		if base < 0 {
			base = 1
			if word == "node" || word == "apicall" {
				base = 0
			}
		}
		if i := number - base; i >= 0 && i < len(r.plan.Steps) && &r.plan.Steps[i] != r.step {
			return &r.plan.Steps[i]
		}
	}
	return nil
}

func (r *referrer) note(name string, s *lint.Step) {
	if key := fold(name); key != "" && r.names[key] == nil {
		r.names[key] = s
	}
}

// dependsOn reports whether the step whose arguments are read waits for another one directly.
func (r *referrer) dependsOn(s *lint.Step) bool {
	for _, d := range r.step.DependsOn {
		if d.ID == s.ID {
			return true
		}
	}
	return false
}

// number is the step that a bare number means: the one with that id, else the one in that place of the list.
func (r *referrer) number(digits string) *lint.Step {
	if s := r.plan.Step(digits); s != nil {
		return r.exact(digits)
	}
	n, err := strconv.Atoi(digits)
	if err != nil || n < 1 || n > len(r.plan.Steps) || &r.plan.Steps[n-1] == r.step {
		return nil
	}
	return &r.plan.Steps[n-1]
}

// fold is a name without case and separators: "Text Simplifier" and "text_simplifier" are one.
func fold(name string) string {
	for i := 0; i < len(name); i++ {
		if c := name[i]; c >= 0x80 || 'A' <= c && c <= 'Z' || c == '-' || c == '_' || c == ' ' {
			return strings.Map(func(c rune) rune {
				if c == '-' || c == '_' || c == ' ' {
					return -1
				}
				return unicode.ToLower(c)
			}, name)
		}
	}
	return name
}

// numbered splits a name such as "node-0", "Step 3" or "task_12" into its word, folded, and its number. The word is ""
// where the name is no such thing.
func numbered(name string) (word string, number int) {
	end := len(name)
	for end > 0 && digit(name[end-1]) {
		end--
	}
	if end == len(name) || len(name)-end > 6 {
		return "", 0
	}
	switch word = fold(name[:end]); word {
	case "node", "step", "task", "call", "apicall", "action", "var":
	default:
		return "", 0
	}
	number, _ = strconv.Atoi(name[end:])
	return word, number
}

// segments splits what stands behind a name, such as ".output.items[0]" or "#/page/total", into the tokens of a place;
// a leading word for the outcome itself is left out.
func segments(s string) []string {
	var path []string
	for _, token := range strings.FieldsFunc(s, func(c rune) bool {
		return c == '.' || c == '/' || c == '#' || c == ':' || c == '[' || c == ']' || c == '\'' || c == '"' || c == '<' || c == '>'
	}) {
		if token = strings.TrimSpace(token); token != "" {
			path = append(path, token)
		}
	}
	if len(path) > 0 && outcomeWord(path[0]) {
		path = path[1:]
	}
	return path
}

// outcomeWord reports whether a word stands for the outcome of a step.
func outcomeWord(s string) bool {
	switch s {
	case "output", "outputs", "result", "results", "response", "outcome", "answer":
		return true
	}
	return false
}

func digit(c byte) bool  { return '0' <= c && c <= '9' }
func letter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }
func word(c byte) bool   { return letter(c) || digit(c) || c == '_' }

package rules

import (
	"strings"

	"github.com/planlint/planlint/lint"
)

// The forms in which planners write references. Inside a longer text a form counts only where it names a step of the
// plan; a text that is nothing else counts as well where no step has the name. So a script, a page or a price is not
// taken for a reference.

// longestReference is how many bytes a text may have that is nothing but a reference.
const longestReference = 200

// find is the first reference of a text; ok is false where there is none.
func (r *referrer) find(text string) (ref reference, ok bool) {
	if t := strings.TrimSpace(text); t != "" && len(t) <= longestReference && !strings.Contains(t, "\n") {
		if ref, ok = r.all(t); ok {
			ref.text, ref.whole = t, true
			return ref, true
		}
	}
	r.tags = 0
	for i := 0; i < len(text); i++ {
		n := 0
		switch text[i] {
		case '<':
			ref, n = r.angle(text, i)
		case '$':
			ref, n = r.dollar(text, i)
		case '{':
			ref, n = r.braces(text, i)
		case '#':
			ref, n = r.evidence(text, i)
		case 'A':
			ref, n = r.call(text, i)
		case '[':
			ref, n = bracketBlank(text[i:])
		}
		if n > 0 {
			ref.text, ref.whole = text[i:i+n], text[i:i+n] == strings.TrimSpace(text)
			return ref, true
		}
	}
	if r.arithmetic(text) {
		return reference{text: text, step: r.number(firstNumber(text))}, true
	}
	return reference{}, false
}

// all reads a text that is one reference, or one blank.
func (r *referrer) all(t string) (reference, bool) {
	switch t[0] {
	case '<':
		if strings.HasSuffix(t, ">") {
			return r.allAngle(t[1 : len(t)-1])
		}
	case '$':
		return r.allDollar(t)
	case '{':
		if inner, ok := between(t, "{{", "}}"); ok {
			return r.named(inner), inner != "" && !strings.ContainsAny(inner[:1], "#/>!%^&")
		}
		if inner, ok := between(t, "{", "}"); ok {
			ref := r.named(strings.TrimPrefix(inner, "$"))
			return ref, ref.step != nil || ref.input
		}
	case '%':
		if inner, ok := between(strings.Replace(t, "%}", "}", 1), "%{", "}"); ok {
			return r.named(inner), true
		}
	case '[':
		if inner, ok := between(t, "[", "]"); ok {
			return r.allBracket(inner)
		}
	case '#':
		if inner, ok := between(t, "#", "#"); ok {
			return r.outputOf(inner)
		}
	}
	if ref, ok := r.outputOf(t); ok {
		return ref, true
	}
	if ref, ok := r.dotted(t); ok {
		return ref, true
	}
	return reference{blank: true}, blankWord(t)
}

// between is what stands between two marks, trimmed, if neither stands there once more.
func between(t, open, end string) (string, bool) {
	if len(t) < len(open)+len(end) || !strings.HasPrefix(t, open) || !strings.HasSuffix(t, end) {
		return "", false
	}
	inner := t[len(open) : len(t)-len(end)]
	if strings.Contains(inner, open) || strings.Contains(inner, end) || strings.ContainsAny(inner, "{}") {
		return "", false
	}
	return strings.TrimSpace(inner), true
}

// named reads the inside of braces: a path that begins with a step, a word for the steps, the input or anything else.
func (r *referrer) named(inner string) reference {
	ref, _ := r.dotted(inner)
	if ref.step != nil || ref.input {
		return ref
	}
	if s, rest := r.head(strings.TrimPrefix(inner, ".")); s != nil {
		return reference{step: s, path: segments(rest)}
	}
	if ref, ok := r.outputOf(strings.TrimPrefix(inner, ".")); ok {
		return ref
	}
	return reference{}
}

// head is the step that the first name of a path means, however it is spelt, and the rest of the path.
func (r *referrer) head(path string) (*lint.Step, string) {
	end := strings.IndexAny(path, ".[#:")
	if end < 0 {
		end = len(path)
	}
	return r.loose(strings.TrimSpace(path[:end]), -1), path[end:]
}

// dotted reads a path without any marks, which must name a step of the plan exactly: steps.ID.…, or ID.output…; or
// the run's input: inputs.NAME.
func (r *referrer) dotted(t string) (reference, bool) {
	first, rest, found := strings.Cut(t, ".")
	if !found || strings.ContainsAny(t, "\n\t") {
		return reference{}, false
	}
	switch first {
	case "steps", "step", "nodes", "node", "tasks", "outputs", "results":
		for _, id := range prefixes(rest) {
			if s := r.exact(id); s != nil {
				return reference{step: s, path: segments(rest[len(id):])}, true
			}
		}
		return reference{}, false
	case "inputs", "input":
		return reference{input: true, path: segments(rest)}, false // known for what it is only within marks
	}
	for i := 0; i < len(t); i++ {
		if t[i] != '.' {
			continue
		}
		end := i + 1
		for end < len(t) && letter(t[end]) {
			end++
		}
		if outcomeWord(t[i+1:end]) && (end == len(t) || strings.IndexByte(".[#", t[end]) >= 0) {
			if s := r.exact(t[:i]); s != nil {
				return reference{step: s, path: segments(t[i:])}, true
			}
		}
	}
	return reference{}, false
}

// maxPrefixes bounds how many names a path is tried for.
const maxPrefixes = 8

// prefixes are the beginnings of a path that may be a step's id, which may hold points itself; the shortest first.
func prefixes(path string) []string {
	var list []string
	for i := 0; i <= len(path) && len(list) < maxPrefixes; i++ {
		if i == len(path) || strings.IndexByte(".[#:/", path[i]) >= 0 {
			list = append(list, path[:i])
		}
	}
	return list
}

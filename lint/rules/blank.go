package rules

import (
	"strings"
	"unicode"
)

// allAngle reads a text that is one pair of angle brackets: a reference such as <node-0> or <output_of_node_1>, or a
// blank such as <your api key>. Markup, addresses and code are neither.
func (r *referrer) allAngle(inner string) (reference, bool) {
	if i := strings.IndexAny(inner, "<>"); i >= 0 {
		if inner[i] != '>' || strings.Contains(inner, "</") {
			return reference{}, false
		}
		s, _ := r.head(inner[:i]) // <node-0>.<answer>
		if s == nil {
			return reference{}, false
		}
		return reference{step: s, path: segments(inner[i+1:])}, true
	}
	if s := r.exact(inner); s != nil && !element(inner) {
		return reference{step: s}, true
	}
	if ref, ok := r.outputOf(inner); ok {
		return ref, true
	}
	if w, _ := numbered(inner); w != "" {
		s := r.loose(inner, -1)
		return reference{step: s}, true
	}
	return reference{blank: true}, blankInner(inner) && !element(inner)
}

// blankInner reports whether what stands within brackets is a few words and nothing else.
func blankInner(s string) bool {
	runes, letters := 0, 0
	for _, c := range s {
		runes++
		switch {
		case unicode.IsLetter(c):
			letters++
		case runes == 1:
			return false
		case unicode.IsDigit(c), unicode.IsMark(c), strings.ContainsRune(" _-',", c):
		default: // an address, an attribute, a path, code
			return false
		}
	}
	return letters > 1 && runes <= 64
}

// allDollar reads a text that begins with a dollar and is nothing but a reference.
func (r *referrer) allDollar(t string) (reference, bool) {
	if inner, ok := between(t, "${{", "}}"); ok {
		return r.named(inner), inner != ""
	}
	if inner, ok := between(t, "${", "}"); ok {
		return r.named(inner), inner != "" && !environment(inner)
	}
	rest := t[1:]
	if n := digitsAt(rest, 0); n > 0 && n == len(rest) {
		s := r.number(rest)
		// A price looks the same, so the step must be one that is waited for, or nothing else can be.
		return reference{step: s}, s != nil && (r.dependsOn(s) || len(r.step.DependsOn) == 0 && s.Position() < r.step.Position())
	}
	name := identifier(rest)
	tail := rest[len(name):]
	if strings.Contains(strings.TrimSuffix(tail, "$"), "$") {
		return reference{}, false // several in one text
	}
	if w, _ := numbered(name); w == "var" && (tail == "" || tail[0] == '.' || tail[0] == '[' || tail == "$") {
		return reference{step: r.loose(name, 1), path: segments(strings.TrimSuffix(tail, "$"))}, true
	}
	if len(tail) < 2 || tail[0] != '.' || strings.ContainsAny(tail, " ()=;") {
		return reference{}, false
	}
	switch name {
	case "inputs", "input":
		return reference{input: true, path: segments(tail)}, true
	case "steps", "step", "nodes", "node", "tasks", "task", "outputs", "results":
		if s, ok := r.dotted(rest); ok {
			return s, true
		}
		return reference{}, true
	case "workflows", "response", "previous":
		return reference{}, true
	}
	return reference{}, false
}

// environment reports whether the inside of ${…} is a variable of the shell's: HOME, HOME:-/root, env:HOME.
func environment(s string) bool {
	if strings.HasPrefix(s, "env:") || strings.HasPrefix(s, "env.") {
		return true
	}
	n := 0
	for n < len(s) && (word(s[n]) && s[n] != s[n]|0x20 || digit(s[n]) || s[n] == '_') {
		n++
	}
	return n > 0 && (n == len(s) || strings.IndexByte(":-=+?#%/,^", s[n]) >= 0)
}

// allBracket reads a text that is one pair of square brackets.
func (r *referrer) allBracket(inner string) (reference, bool) {
	if len(inner) > 80 || strings.ContainsAny(inner, "[]{}\"'") {
		return reference{}, false
	}
	words := strings.FieldsFunc(inner, func(c rune) bool { return c == ' ' || c == '_' || c == '-' })
	for i := 0; i+1 < len(words); i++ {
		if w := strings.ToLower(words[i]); (w == "step" || w == "node" || w == "task") && digitsAt(words[i+1], 0) == len(words[i+1]) {
			return reference{step: r.loose(w+words[i+1], -1)}, true
		}
	}
	if len(words) > 0 && instructs(words[0]) {
		return reference{blank: true}, len(words) > 1 || strings.EqualFold(words[0], "placeholder") || strings.EqualFold(words[0], "todo")
	}
	return reference{blank: true}, len(words) > 1 && strings.Contains(inner, "_") && capitals(inner)
}

// instructs reports whether a word begins a blank: "your name", "insert the date".
func instructs(w string) bool {
	switch strings.ToLower(w) {
	case "your", "insert", "enter", "replace", "placeholder", "todo", "fill":
		return true
	}
	return false
}

// bracketBlank reads "[Your Name]" at the beginning of the rest of a text and returns its length. A link is none.
func bracketBlank(s string) (reference, int) {
	end := strings.IndexByte(s[:min(len(s), 64)], ']')
	if end < 2 || strings.ContainsAny(s[1:end], "[\n\"'=") || end+1 < len(s) && strings.IndexByte("([:", s[end+1]) >= 0 {
		return reference{}, 0
	}
	first, rest, found := strings.Cut(strings.ReplaceAll(s[1:end], "_", " "), " ")
	if !found || rest == "" {
		return reference{}, 0
	}
	switch first {
	case "Your", "YOUR", "Insert", "INSERT", "insert", "your":
		return reference{blank: true}, end + 1
	}
	return reference{}, 0
}

// blankWord reports whether a text is a word that is only ever a blank: YOUR_API_KEY, REPLACE_ME, INSERT_DATE_HERE.
func blankWord(t string) bool {
	switch t {
	case "REPLACE_ME", "REPLACEME", "REPLACE_THIS", "CHANGE_ME", "FILL_ME_IN", "FILL_IN", "PLACEHOLDER":
		return true
	}
	if rest, ok := strings.CutPrefix(t, "YOUR_"); ok {
		return capitals(rest)
	}
	if rest, ok := strings.CutPrefix(t, "INSERT_"); ok {
		return capitals(rest) && strings.HasSuffix(rest, "_HERE")
	}
	for _, prefix := range [...]string{"your_", "your-"} {
		rest, ok := strings.CutPrefix(t, prefix)
		for _, what := range [...]string{"key", "token", "secret", "password", "username", "id", "email", "name", "here"} {
			if cut, found := strings.CutSuffix(rest, what); ok && found && (cut == "" || strings.HasSuffix(cut, prefix[4:])) && lowerWords(cut) {
				return true
			}
		}
	}
	return false
}

// capitals reports whether a text is capital letters, digits and underscores, with letters among them.
func capitals(s string) bool {
	letters := 0
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case 'A' <= c && c <= 'Z':
			letters++
		case !digit(c) && c != '_':
			return false
		}
	}
	return letters > 1
}

func lowerWords(s string) bool {
	for i := 0; i < len(s); i++ {
		if c := s[i]; !word(c) && c != '-' || 'A' <= c && c <= 'Z' {
			return false
		}
	}
	return true
}

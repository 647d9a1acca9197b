package syntax

import (
	"fmt"
	"strings"

	"github.com/planlint/planlint/contracts/tree"
)

// note reports a syntax fault and marks what is open as broken. The caller gets out of what it reads, to recover. Behind
// a comma that was made up there is nothing worth a report.
func (r *yamlReader) note(s tree.Span, message, hint string) {
	r.faulty = true
	if !r.repaired {
		r.problem(RuleSyntax, s, message, hint)
		r.broken()
	}
}

// fault reports a syntax fault and goes on at the next line that makes sense.
func (r *yamlReader) fault(s tree.Span, message, hint string) {
	r.note(s, message, hint)
	r.recover()
}

// more moves to the next entry of the block collection that is innermost, and reports whether there is one. What stands
// there wrongly is reported and passed.
func (r *yamlReader) more() bool {
	l := r.levels[len(r.levels)-1]
	for {
		r.next()
		switch dash := false; {
		case !r.fresh():
			r.trailing()
		case r.indent < l.indent:
			if r.indent < 0 || r.atLevel() {
				return false
			}
			r.misplaced(l.indent)
		case r.indent > l.indent:
			r.misplaced(-1)
		case r.tab:
			r.tabFault()
		default:
			if dash = r.dash(); dash == l.seq {
				return true
			}
			if l.seq && len(r.levels) > 1 && r.levels[len(r.levels)-2] == (yamlLevel{l.indent, false}) {
				return false
			}
			if l.seq {
				r.fault(r.lineRest(r.pos), "expected \"- \", as for the other entries of this list", "begin the line with a dash, or indent it like what it belongs to")
			} else {
				r.fault(r.lineRest(r.pos), "a list entry among the keys of a map", "indent the list below the key it belongs to")
			}
		}
	}
}

// misplaced reports a line whose indentation fits no open block collection. closing is the level that it would close,
// or -1 where it is deeper than the innermost.
func (r *yamlReader) misplaced(closing int) {
	if r.fence && strings.HasPrefix(r.text[r.pos:], "```") {
		r.recover()
		return
	}
	outer, inner := -1, closing
	for _, l := range r.levels {
		if l.indent < r.indent {
			outer = l.indent
		} else {
			inner = min(inner, l.indent)
		}
	}
	s := tree.Span{Start: r.line, End: r.lineRest(r.pos).End}
	if r.indent > 0 {
		s.End = r.pos
	}
	switch {
	case r.tab:
		r.tabFault()
	case closing >= 0 && outer >= 0:
		r.fault(s, fmt.Sprintf("this line is indented by %s, between the levels %d and %d", spaces(r.indent), outer, inner),
			"indent it like the lines it belongs with")
	case closing >= 0:
		r.fault(s, fmt.Sprintf("this line is indented by %s, less than the level %d of the whole document", spaces(r.indent), inner),
			"indent it like the lines it belongs with")
	default:
		r.fault(s, fmt.Sprintf("this line is indented by %s, deeper than the level %d around it", spaces(r.indent), outer),
			"indent it like the lines it belongs with")
	}
}

func spaces(n int) string {
	if n == 1 {
		return "1 space"
	}
	return fmt.Sprintf("%d spaces", n)
}

// tabFault reports a tab among the blanks that the current line begins with.
func (r *yamlReader) tabFault() {
	i := r.line + strings.IndexByte(r.text[r.line:], '\t')
	r.fault(tree.Span{Start: i, End: i + 1}, "a tab where indentation is expected", "indent with spaces; YAML takes no tabs here")
}

// trailing reports text behind a complete value.
func (r *yamlReader) trailing() {
	r.final = true
	what := "value"
	if i := strings.LastIndexAny(r.text[:r.pos], "\"']}\n"); i >= 0 && strings.TrimLeft(r.text[i+1:r.pos], " \t") == "" {
		switch r.text[i] {
		case '"', '\'':
			what = "closing quote"
		case ']', '}':
			what = "closing " + r.text[i:i+1]
		}
	}
	hint := "remove it, or put the whole value in quotes"
	if r.text[r.pos] == '#' {
		hint = "a comment needs a space before its #"
	}
	r.fault(r.lineRest(r.pos), "text behind the "+what, hint)
}

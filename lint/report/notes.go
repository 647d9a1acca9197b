package report

import (
	"slices"

	"github.com/planlint/planlint/contracts/tree"
	"github.com/planlint/planlint/lint"
)

// notes appends what is said below the lines.
func (t *text) notes(b []byte, f *lint.File, d *lint.Finding, more int) []byte {
	if len(t.snippets) > 0 && (d.Step != "" || d.Tool != "" || d.Hint != "" || len(d.Blocked) > 0 || len(t.loose) > 0 ||
		more > 0 || t.stops(f, d)) {
		b = append(t.bar(b), '\n')
	}
	for _, message := range t.loose {
		b = append(append(t.note(b), message...), '\n')
	}
	if more > 0 {
		b = append(t.note(b), "… and "...)
		b = appendCount(b, more, "more place")
		if !t.options.Verbose {
			b = append(b, " (-v shows more)"...)
		}
		b = append(b, '\n')
	}
	if d.Step != "" {
		b = append(append(t.note(b), "step "...), name(d.Step)...)
		if d.Tool != "" {
			b = append(append(append(b, " ("...), name(d.Tool)...), ')')
		}
		b = append(b, '\n')
	} else if d.Tool != "" {
		b = append(append(append(t.note(b), "tool "...), name(d.Tool)...), '\n')
	}
	if len(d.Blocked) > 0 {
		b = append(t.note(b), "waiting behind it: "...)
		b = append(appendNames(b, d.Blocked), '\n')
	}
	if t.stops(f, d) {
		b = append(t.note(b), "the executor would stop here first\n"...)
	}
	if d.Hint != "" {
		b = t.palette.hint.append(t.note(b), "hint: ")
		b = append(append(b, tree.Visible(d.Hint)...), '\n')
	}
	return b
}

// stops reports whether it is worth saying that a run would stop at this finding: not where it is the only one, nor where
// it speaks of a plan before this one, which no run looks at.
func (t *text) stops(f *lint.File, d *lint.Finding) bool {
	return d.Primary && len(f.Findings) > 1 && !slices.ContainsFunc(t.options.Rules, func(r lint.Rule) bool { return r.ID == d.Rule && r.Group == lint.Lineage })
}

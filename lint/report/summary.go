package report

import (
	"strconv"
	"strings"

	"github.com/planlint/planlint/contracts/tree"
	"github.com/planlint/planlint/lint"
)

// What a summary shows unless it is verbose.
const (
	maxNotChecked = 6 // reasons
	maxWhats      = 4 // things with the same reason
)

// appendTotals appends the line that says how it went, without its end.
func appendTotals(b []byte, s lint.Summary, faulty int, p *palette) []byte {
	if s.Errors+s.Warnings+s.Notes == 0 {
		if s.Plans == 0 && s.Steps == 0 {
			b = appendCount(b, s.Files, "file")
		} else {
			b = appendPlans(b, s)
		}
		b = append(b, ": "...)
		b = p.clean.append(b, "no findings")
		return appendSuppressed(b, s)
	}
	first := true
	for _, c := range [...]struct {
		severity lint.Severity
		n        int
	}{{lint.Error, s.Errors}, {lint.Warning, s.Warnings}, {lint.Note, s.Notes}} {
		if c.n == 0 {
			continue
		}
		if !first {
			b = append(b, ", "...)
		}
		first = false
		paint := p.of(c.severity)
		b = append(b, paint.open...)
		b = appendCount(b, c.n, c.severity.String())
		b = append(b, paint.close...)
	}
	b = append(b, " in "...)
	if s.Files > 1 {
		b = strconv.AppendInt(b, int64(faulty), 10)
		b = append(b, " of "...)
	}
	b = appendCount(b, s.Files, "file")
	if s.Plans > 0 || s.Steps > 0 {
		b = append(b, " ("...)
		b = append(appendPlans(b, s), " checked)"...)
	}
	return appendSuppressed(b, s)
}

func appendPlans(b []byte, s lint.Summary) []byte {
	b = appendCount(b, s.Plans, "plan")
	b = append(b, ", "...)
	return appendCount(b, s.Steps, "step")
}

func appendSuppressed(b []byte, s lint.Summary) []byte {
	if s.Suppressed == 0 {
		return b
	}
	b = append(b, ", "...)
	return append(strconv.AppendInt(b, int64(s.Suppressed), 10), " held back by the baseline"...)
}

// appendCount appends a number and its noun, which takes an s unless there is one.
func appendCount(b []byte, n int, noun string) []byte {
	b = strconv.AppendInt(b, int64(n), 10)
	b = append(b, ' ')
	b = append(b, noun...)
	if n != 1 {
		b = append(b, 's')
	}
	return b
}

// appendNotChecked appends what a report must not be read as having proved: one line a reason, in the order in
// which the reasons were first given.
func appendNotChecked(b []byte, all []lint.NotChecked, verbose bool) []byte {
	if len(all) == 0 {
		return b
	}
	var reasons []string
	whats := map[string][]string{}
	seen := map[lint.NotChecked]bool{}
	for _, n := range all {
		if seen[n] {
			continue
		}
		seen[n] = true
		if whats[n.Why] == nil {
			reasons = append(reasons, n.Why)
		}
		whats[n.Why] = append(whats[n.Why], tree.Visible(n.What))
	}
	b = append(b, "not checked:\n"...)
	for i, why := range reasons {
		if i == maxNotChecked && !verbose {
			b = append(b, "  … and "...)
			b = strconv.AppendInt(b, int64(len(reasons)-i), 10)
			return append(b, " more (-v shows them)\n"...)
		}
		shown, more := whats[why], 0
		if len(shown) > maxWhats && !verbose {
			shown, more = shown[:maxWhats], len(shown)-maxWhats
		}
		b = append(b, "  "...)
		b = append(b, strings.Join(shown, ", ")...)
		if more > 0 {
			b = append(b, " and "...)
			b = strconv.AppendInt(b, int64(more), 10)
			b = append(b, " more"...)
		}
		b = append(b, ": "...)
		b = append(b, tree.Visible(why)...)
		b = append(b, '\n')
	}
	return b
}

package report

import (
	"cmp"
	"slices"
)

// underline appends the rows below a line: the underlines, with the message of the rightmost label behind it; then
// the other messages, each below its own label, from right to left.
//
//	9 |   a: 1, a: 2
//	  |   -     ^
//	  |   |
//	  |   first given here
func (t *text) underline(b []byte, labels []label) []byte {
	right := 0
	for i := range labels {
		if l, r := &labels[i], &labels[right]; l.end > r.end || l.end == r.end && l.text() != "" {
			right = i
		}
	}
	b = t.carets(b, labels)
	if last := &labels[right]; last.text() != "" {
		if last.last > 0 {
			b = t.ink(last).append(b, "…")
		}
		b = append(b, ' ')
		b = t.ink(last).append(b, last.text())
	}
	b = append(b, '\n')

	t.hanging = t.hanging[:0]
	for i := range labels {
		if i != right && labels[i].text() != "" {
			t.hanging = append(t.hanging, &labels[i])
		}
	}
	if len(t.hanging) == 0 {
		return b
	}
	slices.SortStableFunc(t.hanging, func(x, y *label) int { return cmp.Compare(x.start, y.start) })
	b = append(t.stems(b, t.hanging, -1), '\n')
	for i := len(t.hanging) - 1; i >= 0; i-- {
		l := t.hanging[i]
		b = t.stems(b, t.hanging[:i], l.start)
		b = append(t.ink(l).append(b, l.text()), '\n')
	}
	return b
}

// ink is the paint of a label.
func (t *text) ink(l *label) paint {
	if l.primary {
		return t.fault
	}
	return t.palette.secondary
}

// carets appends the row of underlines: ^ below the fault, - below what goes with it.
func (t *text) carets(b []byte, labels []label) []byte {
	row := t.row[:0]
	for _, primary := range [...]bool{false, true} {
		for i := range labels {
			l := &labels[i]
			if l.primary != primary {
				continue
			}
			for len(row) < l.end {
				row = append(row, ' ')
			}
			for j := l.start; j < l.end; j++ {
				row[j] = '-'
				if primary {
					row[j] = '^'
				}
			}
		}
	}
	t.row = row
	b = append(t.bar(b), ' ')
	for i := 0; i < len(row); {
		j := i + 1
		for j < len(row) && row[j] == row[i] {
			j++
		}
		switch row[i] {
		case '^':
			b = append(append(append(b, t.fault.open...), row[i:j]...), t.fault.close...)
		case '-':
			b = append(append(append(b, t.palette.secondary.open...), row[i:j]...), t.palette.secondary.close...)
		default:
			b = append(b, row[i:j]...)
		}
		i = j
	}
	return b
}

// stems appends a row with a | below the start of each label. Where a text is to follow at a column, the row is
// filled up to it, and there is no stem in that column.
func (t *text) stems(b []byte, labels []*label, until int) []byte {
	b = append(t.bar(b), ' ')
	column := 0
	for _, l := range labels {
		if l.start < column || l.start == until {
			continue
		}
		for ; column < l.start; column++ {
			b = append(b, ' ')
		}
		b = t.ink(l).append(b, "|")
		column++
	}
	for ; column < until; column++ {
		b = append(b, ' ')
	}
	return b
}

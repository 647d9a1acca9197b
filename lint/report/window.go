package report

import "sort"

// cut keeps what fits into width columns.
func (c *cells) cut(from, to, width int, left, right bool) {
	last := len(c.stops) - 1
	total := c.stops[last].column
	first := 0
	if total > width || left || right {
		start := c.stops[c.at(from)].column
		token := min(max(1, c.stops[c.behind(to)].column-start), width*2/3)
		low := start - (width-token)/2
		if !left && start+token < width {
			low = 0
		}
		if !right {
			low = min(low, total-width)
		}
		low = max(low, 0)
		c.left, c.right = left || low > 0, right || low+width < total
		if c.left {
			first = sort.Search(last, func(i int) bool { return c.stops[i].column > low })
		}
		if c.right {
			last = sort.Search(last, func(i int) bool { return c.stops[i].column >= low+width }) - 1
		}
		last = max(first, last)
	}
	c.window(first, last)
}

// window keeps the characters from first to last, the latter excluded.
func (c *cells) window(first, last int) {
	c.stops = c.stops[first : last+1]
	out, column := c.stops[0].out, c.stops[0].column
	if c.left || c.right || out > 0 {
		c.scratch = c.scratch[:0]
		if c.left {
			c.scratch = append(c.scratch, "…"...)
			column--
		}
		c.scratch = append(c.scratch, c.text[out:c.stops[len(c.stops)-1].out]...)
		if c.right {
			c.scratch = append(c.scratch, "…"...)
		}
		c.text, c.scratch = c.scratch, c.text
	}
	for i := range c.stops {
		c.stops[i].column -= column
	}
}

// at is the stop of the character that holds a byte of the line.
func (c *cells) at(raw int) int {
	i := sort.Search(len(c.stops), func(i int) bool { return c.stops[i].raw > raw })
	return max(0, i-1)
}

// behind is the first stop that is not before a byte of the line.
func (c *cells) behind(raw int) int {
	i := sort.Search(len(c.stops), func(i int) bool { return c.stops[i].raw >= raw })
	return min(i, len(c.stops)-1)
}

// columns returns where the bytes from to to are shown: at least one column, and the "…" where they were cut away.
func (c *cells) columns(from, to int) (start, end int) {
	if c.straight {
		return from, max(from+1, to)
	}
	head, tail := c.stops[0], c.stops[len(c.stops)-1]
	switch {
	case from < head.raw:
		start = 0
	case from > tail.raw || from == tail.raw && from < c.size:
		start = tail.column
	default:
		start = c.stops[c.at(from)].column
	}
	switch {
	case to <= head.raw && from < head.raw:
		end = 1
	case to > tail.raw:
		end = tail.column + 1
	default:
		end = c.stops[c.behind(to)].column
	}
	return start, max(start+1, end)
}

package cmd

// What may stand in a passage's text besides visible characters.
const (
	lineEnd = '\n' // the next row is a new line
	rowEnd  = '\v' // the line goes on in the next row
)

const (
	unknownWidth = 80 // columns, of a terminal that does not say
	roomyWidth   = 20 // columns, from which on there is room for an indent
	barWidth     = 3  // columns of a bar, which some terminals show in two, and the space behind it
)

// passage is a part of what is shown to a person. Its label is ours. Its text is ours too, unless it is barred: then it
// is escaped, and each of its rows stands behind a bar, so that it can't pass for ours.
type passage struct {
	label  string
	text   string
	barred bool
	flush  bool // begins at the first column, as no text of others can
	tone   tone // of the label and of our own text
}

// rowPlace is where a row begins; places are in the order of reading.
type rowPlace struct {
	passage int
	text    bool // it is the text, not a label in rows of its own
	start   int  // byte of the text or label
}

// before reports whether a place is before another one.
func (p rowPlace) before(q rowPlace) bool {
	switch {
	case p.passage != q.passage:
		return p.passage < q.passage
	case p.text != q.text:
		return q.text
	}
	return p.start < q.start
}

// textRow is one row of the screen.
type textRow struct {
	rowPlace
	end int // of its part of the text or label
}

// textLayout is passages as rows of a width.
type textLayout struct {
	passages []passage
	term     int // columns of the terminal, as it said
	width    int // columns that are used
	rows     []textRow
}

// layOut breaks passages into rows. Nothing is left out, and no row is wider than the terminal.
func layOut(passages []passage, width int) *textLayout {
	l := &textLayout{passages: passages, term: width}
	if width <= 0 {
		width = unknownWidth
	}
	// The last column stays free: a terminal may break the line after it, and a space may hang into it.
	l.width = max(width-1, 4)
	for i := range passages {
		p := &passages[i]
		if l.apart(p) {
			l.breakUp(rowPlace{passage: i}, p.label, l.width-len(l.indent(p)))
		}
		l.breakUp(rowPlace{passage: i, text: true}, p.text, l.width-l.gutterWidth(p))
	}
	return l
}

// breakUp appends the rows of a text.
func (l *textLayout) breakUp(at rowPlace, text string, width int) {
	for {
		end, next := breakRow(text, at.start, max(width, 2))
		l.rows = append(l.rows, textRow{at, end})
		if next == len(text) {
			return
		}
		at.start = next
	}
}

// find is the last row that begins at a place or before it.
func (l *textLayout) find(at rowPlace) int {
	low, high := 0, len(l.rows)
	for low < high {
		if mid := (low + high) / 2; at.before(l.rows[mid].rowPlace) {
			high = mid
		} else {
			low = mid + 1
		}
	}
	return max(low-1, 0)
}

// indent stands before a passage's rows, where there is room.
func (l *textLayout) indent(p *passage) string {
	if p.flush || l.width < roomyWidth {
		return ""
	}
	return "  "
}

// apart reports whether a passage's label gets rows of its own: it would leave too little room beside it.
func (l *textLayout) apart(p *passage) bool {
	return p.label != "" && len(l.indent(p))+len(p.label)+1+barWidth > l.width/2
}

// gutterWidth is how many columns stand before a passage's text.
func (l *textLayout) gutterWidth(p *passage) int {
	n := len(l.indent(p))
	if p.label != "" && !l.apart(p) {
		n += len(p.label) + 1
	}
	if p.barred {
		n += barWidth
	}
	return n
}

// breakRow finds the end of the row that begins at byte i of a text, and where the next one begins. A row is broken
// behind a space where one is near, else between two characters. One space may hang over the width.
func breakRow(s string, i, width int) (end, next int) {
	columns, space := 0, -1
	for j := i; j < len(s); {
		if s[j] == lineEnd || s[j] == rowEnd {
			return j, j + 1
		}
		size, wide := character(s[j:], width)
		if columns+wide > width && j > i {
			switch {
			case s[j] == ' ' && columns == width:
				j++
			case space-i > (j-i)/2:
				j = space
			}
			return j, j
		}
		columns += wide
		j += size
		if s[j-1] == ' ' {
			space = j
		}
	}
	return len(s), len(s)
}

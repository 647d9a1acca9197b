package cmd

import (
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"

	"github.com/planlint/planlint/contracts/tree"
)

const (
	// maxName is how many columns of a name from a document people are shown; JSON has all of it.
	maxName = 60
	// maxCell is how wide any cell of a table is at most: every row is padded to the widest.
	maxCell = 300
)

// nameText is a name from a document, such as that of a step or a tool, for people.
func nameText(s string) string { return fitted(tree.Visible(s), maxName) }

// textTable is a table for people: columns padded to their width on screen, no lines. It is the only user of the
// table library.
type textTable struct {
	w       table.Writer
	columns int
}

func newTable(head ...string) *textTable {
	text.OverrideRuneWidthEastAsianWidth(false) // the locale must not move columns
	w := table.NewWriter()
	style := table.StyleDefault
	style.Options = table.OptionsNoBordersAndSeparators
	style.Box.PaddingLeft, style.Box.PaddingRight = "", "  "
	style.Format.Header = text.FormatDefault
	w.SetStyle(style)
	t := &textTable{w: w, columns: len(head)}
	w.AppendHeader(cells(head))
	return t
}

func cells(words []string) table.Row {
	row := make(table.Row, len(words))
	for i, c := range words {
		row[i] = fitted(c, maxCell)
	}
	return row
}

func (t *textTable) row(words ...string) { t.w.AppendRow(cells(words)) }

func (t *textTable) blank() { t.w.AppendRow(cells(make([]string, t.columns))) }

// String renders the table; no line ends in spaces.
func (t *textTable) String() string {
	lines := strings.Split(t.w.Render(), "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	return strings.Join(lines, "\n") + "\n"
}

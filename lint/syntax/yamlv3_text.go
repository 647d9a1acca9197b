package syntax

import (
	"strings"

	"github.com/planlint/planlint/contracts/tree"
)

// offset is the place in masked of a line and a column.
func (v *v3Reader) offset(line, col int) int {
	if line < v.line {
		v.line, v.lineAt, v.at, v.col = 1, 0, 0, 1
	} else if line == v.line && col < v.col {
		v.at, v.col = v.lineAt, 1
	}
	for v.line < line {
		j := strings.IndexByte(v.masked[v.at:], '\n')
		if j < 0 {
			return len(v.masked)
		}
		v.at += j + 1
		v.line, v.lineAt, v.col = v.line+1, v.at, 1
	}
	for v.col < col && v.at < len(v.masked) {
		v.at++
		for v.at < len(v.masked) && v.masked[v.at]&0xc0 == 0x80 {
			v.at++
		}
		v.col++
	}
	return v.at
}

// fail notes that the document cannot be read after all.
func (v *v3Reader) fail(at int, message string) {
	if v.failed == nil {
		v.failed = &Problem{Rule: RuleSyntax, Span: v.scan.lineRest(at), Message: message, Hint: "write it more plainly"}
	}
}

// aliasToken is the span of the alias at an offset.
func (v *v3Reader) aliasToken(at int) tree.Span {
	end := at + 1
	for end < len(v.scan.text) && (isHex(v.scan.text[end]) || v.scan.text[end] == '_' || v.scan.text[end] == '-' ||
		v.scan.text[end]|0x20 >= 'a' && v.scan.text[end]|0x20 <= 'z') {
		end++
	}
	s := tree.Span{Start: at, End: end}
	v.tokens = append(v.tokens, s)
	return s
}

// nowhere is the empty span of an element or key that is not written: behind its properties or its dash.
func (v *v3Reader) nowhere(at int, p *yamlProps) tree.Span {
	if p.any() {
		at = p.end
	} else if n := len(v.tokens); n > 0 {
		at = max(at, v.tokens[n-1].End)
	}
	return tree.Span{Start: at, End: at}
}

// column is the number of bytes between the start of the line and an offset, which is the indentation of a block
// collection that starts there.
func (v *v3Reader) column(at int) int {
	return at - 1 - strings.LastIndexByte(v.src.Text[:at], '\n')
}

// rest goes through all text between the tokens up to end and returns the comments in it. Text that is neither a
// comment nor an indicator was left out by yaml.v3: it stands behind a complete value.
func (v *v3Reader) rest(end int) (comments []tree.Span) {
	at := v.base
	for _, s := range append(v.tokens, tree.Span{Start: end, End: end}) {
		if v.failed != nil || v.skipped {
			break
		}
		comments = v.gap(at, s.Start, comments)
		at = max(at, s.End)
	}
	return comments
}

// gap is rest for the text between two tokens.
func (v *v3Reader) gap(i, end int, comments []tree.Span) []tree.Span {
	t := v.src.Text
	for i < end {
		switch c := t[i]; {
		case c == '#' && (i == v.base || strings.IndexByte(" \t\n", t[i-1]) >= 0),
			c == '%' && (i == v.base || t[i-1] == '\n'):
			e := min(v.scan.lineEnd(i), end)
			if c == '#' {
				comments = append(comments, tree.Span{Start: i, End: e})
			}
			i = e
		case strings.IndexByte(" \t\r\n-?:,[]{}.!", c) >= 0:
			i++
		default:
			v.fail(i, "text that belongs to nothing")
			return comments
		}
	}
	return comments
}

// closing is the end of the flow collection whose last entry ends at i.
func (v *v3Reader) closing(i int, bracket byte) int {
	t := v.src.Text
	for i < len(t) && v.failed == nil {
		switch c := t[i]; {
		case c == bracket:
			return i + 1
		case c == '#' && strings.IndexByte(" \t\n", t[i-1]) >= 0:
			i = v.scan.lineEnd(i)
		case strings.IndexByte(" \t\r\n,:?", c) >= 0:
			i++
		default:
			v.fail(i, "expected a closing "+string(bracket))
		}
	}
	return i
}

// behindColon is where the value behind a key that ends at i would be, if it is not written: behind the colon, or
// behind the key itself if there is none.
func (v *v3Reader) behindColon(i int) int {
	t := v.src.Text
	for k := i; k < len(t); {
		switch c := t[k]; {
		case c == ':':
			return k + 1
		case c == '#' && strings.IndexByte(" \t\n", t[k-1]) >= 0:
			k = v.scan.lineEnd(k)
		case strings.IndexByte(" \t\r\n", c) >= 0:
			k++
		default:
			return i
		}
	}
	return i
}

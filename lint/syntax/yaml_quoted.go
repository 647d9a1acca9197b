package syntax

import (
	"unicode/utf8"

	"github.com/planlint/planlint/contracts/tree"
)

// quoted scans the quoted scalar at the position. If it never closes that is noted, and false returned: tok then spans
// the opening quote. n is the indentation of the block collection around it.
func (r *yamlReader) quoted(n int) bool {
	t, start := r.text, r.pos
	q := t[start]
	i := start + 1
	for i < len(t) && t[i] != q && t[i] != '\\' && t[i] != '\n' && t[i] != '\r' {
		i++
	}
	if i < len(t) && t[i] == q && (q == '"' || i+1 == len(t) || t[i+1] != q) {
		r.setTok(start, i+1, tree.Quoted)
		r.pos = i + 1
		return true
	}
	return r.quotedRest(n, i)
}

// quotedRest is quoted for a text that has escapes or line ends: the first of them may stand at i.
func (r *yamlReader) quotedRest(n, i int) bool {
	t, start := r.text, r.pos
	q := t[start]
	r.buf = append(r.buf[:0], t[start+1:i]...)
	keep := 0 // the part of buf whose blanks at the end stay, since they were written as escapes
	for i < len(t) {
		switch c := t[i]; {
		case c == q && q == '\'' && i+1 < len(t) && t[i+1] == q:
			r.buf = append(r.buf, q)
			i += 2
			continue
		case c == q:
			r.tok = yamlScalar{span: tree.Span{Start: start, End: i + 1}, text: string(r.buf), flags: tree.Quoted, decoded: true}
			r.pos = i + 1
			return true
		case c == '\\' && q == '"':
			if w := r.breakAt(i + 1); w > 0 {
				var breaks int
				if i, breaks = r.quotedLines(n, i+1); i < 0 {
					return r.unclosedQuote(start)
				}
				for range breaks - 1 {
					r.buf = append(r.buf, '\n')
				}
				keep = len(r.buf)
				continue
			}
			i = r.escape(i)
			keep = len(r.buf)
			continue
		case r.breakAt(i) > 0:
			for k := len(r.buf); k > keep && (r.buf[k-1] == ' ' || r.buf[k-1] == '\t'); k-- {
				r.buf = r.buf[:k-1]
			}
			var breaks int
			if i, breaks = r.quotedLines(n, i); i < 0 {
				return r.unclosedQuote(start)
			}
			r.fold(breaks)
			keep = len(r.buf)
			continue
		}
		r.buf = append(r.buf, t[i])
		i++
	}
	r.resume = -1
	return r.unclosedQuote(start)
}

// quotedLines passes the line ends and blanks at i inside a quoted scalar, and counts the line ends. It returns -1, and
// sets resume, at a line that cannot belong to the scalar.
func (r *yamlReader) quotedLines(n, i int) (at, breaks int) {
	for w := r.breakAt(i); w > 0; w = r.breakAt(i) {
		r.line = i + w
		i = r.blanks(r.line)
		breaks++
	}
	indent := 0
	for r.line+indent < i && r.text[r.line+indent] == ' ' {
		indent++
	}
	if i < len(r.text) && (i == r.line && r.marker(i) || r.suspect(i, indent, n)) {
		r.final = r.final || !r.marker(i)
		r.resume = r.line
		return -1, breaks
	}
	return i, breaks
}

// unclosedQuote notes that the quote at start has no partner.
func (r *yamlReader) unclosedQuote(start int) bool {
	r.tok.span = tree.Span{Start: start, End: start + 1}
	r.pos = start
	if r.resume < 0 {
		e := r.lineEnd(start)
		r.resume = e + r.breakAt(e)
	}
	r.note(r.tok.span, "the quote opened here never closes", "close it, or leave both quotes out")
	return false
}

// escapes maps the character behind a backslash to what it stands for; x, u and U are not among them.
var escapes = map[byte]string{
	'0': "\x00", 'a': "\a", 'b': "\b", 't': "\t", '\t': "\t", 'n': "\n", 'v': "\v", 'f': "\f", 'r': "\r", 'e': "\x1b",
	' ': " ", '"': "\"", '/': "/", '\\': "\\", 'N': "\u0085", '_': "\u00a0", 'L': "\u2028", 'P': "\u2029",
}

// escape writes what the escape at i stands for and returns its end. One that YAML does not have is reported, and
// written as it stands.
func (r *yamlReader) escape(i int) int {
	t := r.text
	if i+1 == len(t) {
		return i + 1
	}
	c := t[i+1]
	if s, ok := escapes[c]; ok {
		r.buf = append(r.buf, s...)
		return i + 2
	}
	width := 0
	switch c {
	case 'x':
		width = 2
	case 'u':
		width = 4
	case 'U':
		width = 8
	}
	end := i + 2
	u, ok := hexRune(t, end, width)
	if width == 0 || !ok {
		_, size := utf8.DecodeRuneInString(t[i+1:])
		end = i + 1 + size
		r.badEscape(tree.Span{Start: i, End: end}, tree.Visible(t[i:end])+" is no escape", "write a backslash as \\\\, or use single quotes")
		r.buf = append(r.buf, t[i:end]...)
		return end
	}
	end += width
	if low, ok := hexRune(t, end+2, 4); ok && width == 4 && u >= 0xd800 && u < 0xdc00 && low >= 0xdc00 && low < 0xe000 && t[end:end+2] == `\u` {
		u = (u-0xd800)<<10 | (low - 0xdc00) + 0x10000
		end += 6
	}
	switch {
	case u >= 0xd800 && u < 0xe000:
		r.badEscape(tree.Span{Start: i, End: end}, t[i:end]+" is half of a surrogate pair", "write the character itself, or both halves")
		u = utf8.RuneError
	case u > utf8.MaxRune || u < 0:
		r.badEscape(tree.Span{Start: i, End: end}, t[i:end]+" is no character", "Unicode ends at \\U0010FFFF")
		u = utf8.RuneError
	}
	r.buf = utf8.AppendRune(r.buf, u)
	return end
}

// badEscape reports an escape; the text around it is read on.
func (r *yamlReader) badEscape(s tree.Span, message, hint string) {
	r.problem(RuleSyntax, s, message, hint)
	r.broken()
}

// hexRune reads width hexadecimal digits at i.
func hexRune(t string, i, width int) (u rune, ok bool) {
	if i+width > len(t) {
		return 0, false
	}
	v := uint32(0)
	for _, c := range []byte(t[i : i+width]) {
		if !isHex(c) {
			return 0, false
		}
		d := c | 0x20
		if d -= '0'; d > 9 {
			d -= 'a' - '0' - 10
		}
		v = v<<4 | uint32(d)
	}
	return rune(v), true
}

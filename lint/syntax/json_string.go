package syntax

import (
	"fmt"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/planlint/planlint/contracts/tree"
)

// str reads a text between quotes, the first of which stands at the position. plain says that the text is just what
// stands between them. A fault inside is reported where it is; the rest of the text is read all the same.
func (r *jsonReader) str(quote byte) (text string, plain bool) {
	at := r.pos
	i := at + 1
	ascii := true
	for i < r.end {
		c := r.text[i]
		if c == quote {
			text = r.text[at+1 : i]
			if ascii || utf8.ValidString(text) {
				r.pos = i + 1
				return text, true
			}
			break
		}
		if c == '\\' || c < ' ' {
			break
		}
		ascii = ascii && c < utf8.RuneSelf
		i++
	}
	return r.slowString(quote), false
}

// slowString reads a text that has escapes or faults.
func (r *jsonReader) slowString(quote byte) string {
	at := r.pos
	var b strings.Builder
	i := at + 1
	broken := false // a line break was met and is part of the text: asked once, since the answer costs the way to the next quote
	for i < r.end {
		c := r.text[i]
		switch {
		case c == quote:
			r.pos = i + 1
			return b.String()
		case c == '\\':
			i = r.escape(&b, i)
		case c == '\n' || c == '\r' && i+1 < r.end && r.text[i+1] == '\n':
			if broken || closesLater(r.text[i:], quote) {
				broken = true
				r.textFault(tree.Span{Start: i, End: i + 1}, "a line break inside a text", `write \n`)
				b.WriteByte(c)
				i++
				continue
			}
			r.fault(tree.Span{Start: at, End: i}, "the quote opened here never closes", "add the closing quote")
			r.pos = i
			return b.String()
		case c < ' ':
			r.textFault(tree.Span{Start: i, End: i + 1}, "a control character inside a text", fmt.Sprintf(`write \u%04x`, c))
			b.WriteByte(c)
			i++
		case c < utf8.RuneSelf:
			b.WriteByte(c)
			i++
		default:
			_, n := utf8.DecodeRuneInString(r.text[i:])
			if n == 1 {
				from := i
				for i < r.end && invalidAt(r.text[i:]) {
					b.WriteRune(utf8.RuneError)
					i++
				}
				message := fmt.Sprintf(`the byte \x%02x is not UTF-8`, c)
				if i-from > 1 {
					message = fmt.Sprintf("%d bytes from \\x%02x on are not UTF-8", i-from, c)
				}
				r.textFault(tree.Span{Start: from, End: i}, message, "save the file as UTF-8")
				n = 0
			} else {
				b.WriteString(r.text[i : i+n])
			}
			i += n
		}
	}
	r.fault(tree.Span{Start: at, End: min(r.lineEnd(at), r.end)}, "the quote opened here never closes", "add the closing quote")
	r.pos = r.end
	return b.String()
}

// closesLater guesses whether a text that runs over its line is meant to: the next quote is followed by what can
// follow a text.
func closesLater(rest string, quote byte) bool {
	i := strings.IndexByte(rest, quote)
	if i < 0 {
		return false
	}
	rest = strings.TrimLeft(rest[i+1:], " \t\r\n")
	return rest == "" || strings.IndexByte(",]}:", rest[0]) >= 0
}

// invalidAt reports whether a text starts with a byte that is not UTF-8.
func invalidAt(s string) bool {
	u, n := utf8.DecodeRuneInString(s)
	return u == utf8.RuneError && n == 1
}

// maxTextFaults is how many faults inside texts one document reports: where there are more, the file is no text.
const maxTextFaults = 100

// textFault reports a fault inside a text; it does not upset what comes behind the text.
func (r *jsonReader) textFault(s tree.Span, message, hint string) {
	if r.texts++; r.texts > maxTextFaults {
		return
	}
	quiet := r.quiet
	r.fault(s, message, hint)
	r.quiet = quiet
}

// escape reads the escape at i and returns the offset behind it.
func (r *jsonReader) escape(b *strings.Builder, i int) int {
	if i+1 >= r.end {
		return r.end
	}
	switch c := r.text[i+1]; c {
	case '"', '\\', '/':
		b.WriteByte(c)
	case 'b':
		b.WriteByte('\b')
	case 'f':
		b.WriteByte('\f')
	case 'n':
		b.WriteByte('\n')
	case 'r':
		b.WriteByte('\r')
	case 't':
		b.WriteByte('\t')
	case 'u':
		return r.unicodeEscape(b, i)
	default:
		_, n := utf8.DecodeRuneInString(r.text[i+1:])
		r.textFault(tree.Span{Start: i, End: i + 1 + n}, "no JSON escape: "+tree.Visible(r.text[i:i+1+n]), `a backslash itself is written \\`)
		b.WriteString(r.text[i+1 : i+1+n])
		return i + 1 + n
	}
	return i + 2
}

// unicodeEscape reads \uXXXX, and a second one where the two are a surrogate pair. Half a pair is no character.
func (r *jsonReader) unicodeEscape(b *strings.Builder, i int) int {
	u, ok := hex4(r.text[i+2:])
	if !ok {
		end := i + 2
		for end < r.end && end < i+6 && isHex(r.text[end]) {
			end++
		}
		r.textFault(tree.Span{Start: i, End: end}, `\u needs four hexadecimal digits`, `a backslash itself is written \\`)
		return end
	}
	if utf16.IsSurrogate(u) {
		if strings.HasPrefix(r.text[i+6:], `\u`) {
			if low, ok := hex4(r.text[i+8:]); ok {
				if c := utf16.DecodeRune(u, low); c != utf8.RuneError {
					b.WriteRune(c)
					return i + 12
				}
			}
		}
		r.textFault(tree.Span{Start: i, End: i + 6}, r.text[i:i+6]+" is half of a surrogate pair", "write the character itself, or both halves")
		b.WriteRune(utf8.RuneError)
		return i + 6
	}
	b.WriteRune(u)
	return i + 6
}

func hex4(s string) (rune, bool) {
	if len(s) < 4 {
		return 0, false
	}
	var u rune
	for i := range 4 {
		c := s[i]
		switch {
		case c >= '0' && c <= '9':
			u = u<<4 | rune(c-'0')
		case c >= 'a' && c <= 'f':
			u = u<<4 | rune(c-'a'+10)
		case c >= 'A' && c <= 'F':
			u = u<<4 | rune(c-'A'+10)
		default:
			return 0, false
		}
	}
	return u, true
}

func isHex(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F'
}

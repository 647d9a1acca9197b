package report

import (
	"bytes"
	"encoding/json"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/planlint/planlint/contracts/tree"
)

// appendKey appends the key of a finding's member, on a line of its own.
func appendKey(b []byte, key string, first bool) []byte {
	if !first {
		b = append(b, ',')
	}
	b = append(b, "\n   \""...)
	b = append(b, key...)
	return append(b, "\": "...)
}

// appendStrings appends an array of strings, on one line.
func appendStrings(b []byte, list []string) []byte {
	b = append(b, '[')
	for i, s := range list {
		if i > 0 {
			b = append(b, ", "...)
		}
		b = appendString(b, s)
	}
	return append(b, ']')
}

// appendString appends a JSON string. Unlike the standard encoder it leaves <, > and & as they are, and escapes what
// is hidden, so that a document on a terminal shows what is in it. Invalid UTF-8 becomes U+FFFD.
func appendString(b []byte, s string) []byte {
	b = append(b, '"')
	done := 0
	for i := 0; i < len(s); {
		c := s[i]
		if ' ' <= c && c < 0x7f && c != '"' && c != '\\' {
			i++
			continue
		}
		b = append(b, s[done:i]...)
		if c < utf8.RuneSelf {
			b = appendASCII(b, c)
			i++
		} else {
			b, i = appendWide(b, s, i)
		}
		done = i
	}
	b = append(b, s[done:]...)
	return append(b, '"')
}

// appendRaw appends JSON text, escaping within its strings what is hidden: nothing beyond ASCII can stand elsewhere.
func appendRaw(b, raw []byte) []byte {
	done := 0
	for i := 0; i < len(raw); {
		if raw[i] < 0x7f {
			i++
			continue
		}
		b = append(b, raw[done:i]...)
		if raw[i] == 0x7f {
			b = appendASCII(b, 0x7f)
			i++
		} else {
			r, size := utf8.DecodeRune(raw[i:])
			b = appendRune(b, r)
			i += size
		}
		done = i
	}
	return append(b, raw[done:]...)
}

func appendWide(b []byte, s string, i int) ([]byte, int) {
	r, size := utf8.DecodeRuneInString(s[i:])
	return appendRune(b, r), i + size
}

// appendRune appends a rune beyond ASCII.
func appendRune(b []byte, r rune) []byte {
	switch {
	case !tree.Hidden(r):
		return utf8.AppendRune(b, r)
	case r > 0xffff:
		high, low := utf16.EncodeRune(r)
		return appendUnit(appendUnit(b, high), low)
	}
	return appendUnit(b, r)
}

// appendASCII appends an ASCII character that cannot stand for itself.
func appendASCII(b []byte, c byte) []byte {
	switch c {
	case '"', '\\':
		return append(b, '\\', c)
	case '\n':
		return append(b, `\n`...)
	case '\r':
		return append(b, `\r`...)
	case '\t':
		return append(b, `\t`...)
	}
	return appendUnit(b, rune(c))
}

// appendUnit appends one UTF-16 code unit as an escape.
func appendUnit(b []byte, u rune) []byte {
	const hex = "0123456789abcdef"
	return append(b, '\\', 'u', hex[u>>12&15], hex[u>>8&15], hex[u>>4&15], hex[u&15])
}

// appendJSON appends a value as one line of JSON, escaping what is hidden as appendString does.
func appendJSON(b []byte, v any) ([]byte, error) {
	var text bytes.Buffer
	e := json.NewEncoder(&text)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return b, err
	}
	return appendRaw(b, bytes.TrimSuffix(text.Bytes(), []byte("\n"))), nil
}

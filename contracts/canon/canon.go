package canon

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/planlint/planlint/contracts/tree"
)

// Version numbers the rules of this package. It is kept with every digest that outlives a process, so that a change
// of rules reads as "can't be verified" and never as "was tampered with".
const Version = 1

// Error is a value without a canonical form.
type Error struct {
	Node    tree.Ref // what has none
	Message string
	Hint    string
}

// Error is the message.
func (e *Error) Error() string { return e.Message }

// Append appends the canonical form of a node. Its error is an *Error. The depth of its recursion is the document's.
func Append(dst []byte, t *tree.Tree, n tree.Ref) ([]byte, error) {
	switch t.Kind(n) {
	case tree.Null, tree.Bool:
		return append(dst, t.Text(n)...), nil
	case tree.Number:
		out, ok := AppendNumber(dst, t.Text(n))
		if !ok {
			return dst, &Error{Node: n, Message: "the number " + clip(t.Text(n)) + " has no exact canonical form", Hint: "write it as a text, in quotes"}
		}
		return out, nil
	case tree.String:
		return AppendString(dst, t.Text(n)), nil
	case tree.Array:
		dst = append(dst, '[')
		var err error
		for i, e := range t.Elements(n) {
			if i > 0 {
				dst = append(dst, ',')
			}
			if dst, err = Append(dst, t, e); err != nil {
				return dst, err
			}
		}
		return append(dst, ']'), nil
	case tree.Object:
		return appendObject(dst, t, n)
	}
	return dst, &Error{Node: n, Message: "a value that is known only at run time has no canonical form"}
}

func appendObject(dst []byte, t *tree.Tree, n tree.Ref) ([]byte, error) {
	type member struct {
		key   string
		value tree.Ref
	}
	members := make([]member, 0, t.Count(n))
	for k, v := range t.Members(n) {
		members = append(members, member{nfc(t.Text(k)), v})
	}
	slices.SortFunc(members, func(a, b member) int { return CompareKeys(a.key, b.key) })
	dst = append(dst, '{')
	for i, m := range members {
		if i > 0 {
			if m.key == members[i-1].key {
				return dst, &Error{Node: m.value, Message: "two keys of one map are the same name in two spellings: " + tree.Quote(m.key), Hint: "keep one of them"}
			}
			dst = append(dst, ',')
		}
		dst = append(appendEscaped(dst, m.key), ':')
		var err error
		if dst, err = Append(dst, t, m.value); err != nil {
			return dst, err
		}
	}
	return append(dst, '}'), nil
}

// CompareKeys orders keys by their UTF-16 code units, as RFC 8785 does.
func CompareKeys(a, b string) int {
	for a != "" && b != "" {
		ra, na := utf8.DecodeRuneInString(a)
		rb, nb := utf8.DecodeRuneInString(b)
		if ra != rb {
			return int(unit(ra)) - int(unit(rb))
		}
		a, b = a[na:], b[nb:]
	}
	return len(a) - len(b)
}

// unit is the rune's first code unit; two different runes above U+FFFF may share it, and then the second decides,
// which their own order gives as well.
func unit(r rune) rune {
	if r <= 0xffff {
		return r << 12
	}
	high, low := utf16.EncodeRune(r)
	return high<<12 | low&0xfff
}

// AppendString appends a text as canonical JSON, normalised to NFC.
func AppendString(dst []byte, s string) []byte { return appendEscaped(dst, nfc(s)) }

// Normal is the text in NFC.
func Normal(s string) string { return nfc(s) }

func nfc(s string) string {
	for i := 0; i < len(s); i++ {
		if s[i] >= utf8.RuneSelf {
			return norm.NFC.String(s)
		}
	}
	return s
}

const hexDigits = "0123456789abcdef"

// appendEscaped appends a JSON text with as few escapes as RFC 8785 has. Invalid UTF-8 becomes U+FFFD; the readers
// report it before anybody relies on it.
func appendEscaped(dst []byte, s string) []byte {
	dst = append(dst, '"')
	from := 0
	for i := 0; i < len(s); {
		c := s[i]
		if c >= utf8.RuneSelf {
			r, n := utf8.DecodeRuneInString(s[i:])
			if r == utf8.RuneError && n == 1 {
				dst = append(append(dst, s[from:i]...), "\ufffd"...)
				from = i + 1
			}
			i += n
			continue
		}
		if c >= ' ' && c != '"' && c != '\\' {
			i++
			continue
		}
		dst = append(append(dst, s[from:i]...), '\\')
		switch c {
		case '"', '\\':
			dst = append(dst, c)
		case '\b':
			dst = append(dst, 'b')
		case '\f':
			dst = append(dst, 'f')
		case '\n':
			dst = append(dst, 'n')
		case '\r':
			dst = append(dst, 'r')
		case '\t':
			dst = append(dst, 't')
		default:
			dst = append(dst, 'u', '0', '0', hexDigits[c>>4], hexDigits[c&15])
		}
		i++
		from = i
	}
	return append(append(dst, s[from:]...), '"')
}

// AppendJSON appends a node as compact JSON just as it was written: members in their order, numbers as their text,
// texts not normalised. It is for showing a value, not for digests. An Unknown node is written as null.
func AppendJSON(dst []byte, t *tree.Tree, n tree.Ref) []byte {
	switch t.Kind(n) {
	case tree.String:
		return appendEscaped(dst, t.Text(n))
	case tree.Array:
		dst = append(dst, '[')
		for i, e := range t.Elements(n) {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = AppendJSON(dst, t, e)
		}
		return append(dst, ']')
	case tree.Object:
		dst = append(dst, '{')
		first := true
		for k, v := range t.Members(n) {
			if !first {
				dst = append(dst, ',')
			}
			first = false
			dst = append(appendEscaped(dst, t.Text(k)), ':')
			dst = AppendJSON(dst, t, v)
		}
		return append(dst, '}')
	case tree.Null, tree.Bool, tree.Number:
		return append(dst, t.Text(n)...)
	}
	return append(dst, "null"...)
}

// Digest is the SHA-256 of canonical bytes, in hexadecimal behind "sha256:". An empty form is nobody's: it panics,
// so that no fault of an encoder can give two plans one identity.
func Digest(canonical []byte) string {
	if len(canonical) == 0 {
		panic("planlint: internal error: the digest of nothing")
	}
	sum := sha256.Sum256(canonical)
	return "sha256:" + hex.EncodeToString(sum[:])
}

func clip(s string) string {
	if len(s) > 40 {
		return fmt.Sprintf("%s… of %d digits", s[:32], len(s))
	}
	return strings.Clone(s)
}

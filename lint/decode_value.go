package lint

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"

	"github.com/planlint/planlint/contracts/tree"
)

// text checks that a value is a text and not empty.
func (d *decoder) text(v tree.Ref, what string) bool {
	if d.t.Flags(v)&tree.Broken != 0 {
		return false
	}
	if d.t.Kind(v) != tree.String {
		hint := ""
		switch d.t.Kind(v) {
		case tree.Number, tree.Bool, tree.Null:
			if raw := d.t.Raw(v); raw != "" {
				hint = "write it in quotes: " + strconv.Quote(raw)
			}
		}
		d.shapeHint(v, what, "a text", hint)
		return false
	}
	if s := d.t.Text(v); s == "" || blank(s) && (what == "goal" || what == "reason") {
		d.fault("wrong-shape", DetailEmptyField, v, what+" is empty", "")
		return false
	}
	return true
}

// count checks that a value is a whole number, at least least.
func (d *decoder) count(v tree.Ref, what string, least int) bool {
	s := d.t.Text(v)
	if d.t.Kind(v) == tree.Number && strings.Trim(s, "0123456789") == "" && !(least == 1 && strings.Trim(s, "0") == "") {
		return true
	}
	if d.t.Flags(v)&tree.Broken == 0 {
		d.fault("wrong-shape", DetailType, v, fmt.Sprintf("%s is %s, not a whole number from %d up", what, d.found(v), least), "")
	}
	return false
}

// blank reports whether a text shows nothing.
func blank(s string) bool {
	return strings.TrimFunc(s, func(r rune) bool { return unicode.IsSpace(r) || tree.Hidden(r) }) == ""
}

func (d *decoder) flag(v tree.Ref, what string) bool {
	if d.t.Kind(v) != tree.Bool && d.t.Flags(v)&tree.Broken == 0 {
		d.shapeHint(v, what, "true or false", "")
	}
	return d.t.True(v)
}

// pointer reads an RFC 6901 JSON Pointer.
func (d *decoder) pointer(v tree.Ref, what string, into *[]string) bool {
	if d.t.Kind(v) != tree.String {
		d.shape(v, what, "a JSON Pointer: a text")
		return false
	}
	tokens, err := tree.ParsePointer(d.t.Text(v))
	if err != nil {
		d.fault("wrong-shape", DetailType, v, what+" is "+tree.Quote(d.t.Text(v))+", which is no JSON Pointer", err.Error())
		return false
	}
	*into = tokens
	return true
}

func isDigest(s string) bool {
	s, ok := strings.CutPrefix(s, "sha256:")
	if !ok || len(s) != 64 {
		return false
	}
	return strings.Trim(s, "0123456789abcdef") == ""
}

// Describe says what a value is, for a message: the value itself where it is small, else its kind.
func Describe(t *tree.Tree, v tree.Ref) string {
	switch t.Kind(v) {
	case tree.String:
		return tree.Quote(t.Text(v))
	case tree.Number:
		return "the number " + tree.Visible(clip(t.Text(v)))
	case tree.Bool:
		return t.Text(v)
	case tree.Null:
		return "null"
	case tree.Array:
		return "a list"
	case tree.Object:
		return "a map"
	}
	return "a value known only at run time"
}

// found describes a value for a message.
func (d *decoder) found(v tree.Ref) string { return Describe(d.t, v) }

// clip shortens a number of many digits.
func clip(s string) string {
	if len(s) > 40 {
		return s[:32] + "…"
	}
	return s
}

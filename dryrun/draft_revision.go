package dryrun

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/planlint/planlint/contracts/tree"
	"github.com/planlint/planlint/lint"
	"github.com/planlint/planlint/lint/syntax"
)

// revise sets the revision in the text of a draft: one value is exchanged or one key put in, and all else stays as it
// is, byte for byte. A first draft that names none needs none, since 0 is what it then means. A text that is refused as
// it stands is left alone.
//
// The finding is that of the few texts in which the value can't be set without changing something else, such as one
// whose revision is the anchor of another value.
func revise(src *tree.Source, revision int) (*tree.Source, *lint.Finding) {
	doc := &syntax.Read(src, syntax.Options{})[0]
	t := doc.Tree
	defer t.Release()
	if len(doc.Problems) > 0 || t.Kind(0) != tree.Object {
		return src, nil
	}
	number := strconv.Itoa(revision)
	key := t.Key(0, "revision")
	var edit tree.Span
	var put string
	switch {
	case key == tree.None && revision == 0:
		return src, nil
	case key != tree.None && (!isCount(t, key+1) || t.Text(key+1) == number): // judged to be none, or right already
		return src, nil
	case key != tree.None && t.Flags(key)&tree.Aliased == 0:
		edit, put = t.Span(key+1), number
	default: // a key of the map itself outranks one that was merged into it
		edit.Start, put = revisionKey(t, number)
		edit.End = edit.Start
	}
	revised := &tree.Source{Name: src.Name, Text: src.Text[:edit.Start] + put + src.Text[edit.End:]}
	if !onlyRevision(t, revised, number) {
		return src, unrevisable(t, key, number)
	}
	return revised, nil
}

// isCount reports whether a value can be a revision.
func isCount(t *tree.Tree, n tree.Ref) bool {
	return t.Kind(n) == tree.Number && strings.Trim(t.Text(n), "0123456789") == ""
}

// onlyRevision reports whether a text is the plan of a tree, but for the revision.
func onlyRevision(a *tree.Tree, text *tree.Source, number string) bool {
	doc := &syntax.Read(text, syntax.Options{})[0]
	b := doc.Tree
	defer b.Release()
	if len(doc.Problems) > 0 || b.Kind(0) != tree.Object {
		return false
	}
	if v := b.Get(0, "revision"); !isCount(b, v) || b.Text(v) != number {
		return false
	}
	i, j := tree.Ref(1), tree.Ref(1)
	skipA, skipB := a.Key(0, "revision"), b.Key(0, "revision")
	for {
		if i == skipA && skipA != tree.None {
			i = a.Next(i + 1)
		}
		if j == skipB {
			j = b.Next(j + 1)
		}
		if int(i) >= a.Len() || int(j) >= b.Len() {
			return int(i) >= a.Len() && int(j) >= b.Len()
		}
		if a.Kind(i) != b.Kind(j) || a.Text(i) != b.Text(j) || a.Count(i) != b.Count(j) {
			return false
		}
		i, j = i+1, j+1
	}
}

// revisionKey is where the key is put, and the text of it: before the first key, written as that one is.
func revisionKey(t *tree.Tree, number string) (at int, put string) {
	text, start := t.Source.Text, t.Span(0).Start
	if start < len(text) && text[start] == '{' {
		return start + 1, flowEntry(t, start+1, number)
	}
	// The line of the first key, from where it begins: an anchor or a tag before the key stays the key's.
	first := t.Span(1).Start
	line := strings.LastIndexAny(text[:first], "\r\n") + 1
	if line == 0 && strings.HasPrefix(text, tree.BOM) {
		line = len(tree.BOM)
	}
	at = line
	for at < first && text[at] == ' ' {
		at++
	}
	end := "\n"
	if i := strings.IndexByte(text[at:], '\n'); i > 0 && text[at+i-1] == '\r' {
		end = "\r\n"
	}
	return at, "revision: " + number + end + text[line:at]
}

// flowEntry is the key as the first of a map in braces, which open right before the offset.
func flowEntry(t *tree.Tree, at int, number string) string {
	if t.Count(0) == 0 {
		return `"revision": ` + number
	}
	text, first := t.Source.Text, t.Span(1)
	entry, colon := "revision", ": "
	if t.Flags(1)&tree.Quoted != 0 && text[first.Start] == '"' { // JSON knows no other
		entry = `"revision"`
		if behind := strings.TrimLeft(text[first.End:], " \t\r\n"); len(behind) > 1 && behind[0] == ':' && !strings.ContainsRune(" \t\r\n", rune(behind[1])) {
			colon = ":"
		}
	}
	space := text[at:max(at, first.Start)]
	entry += colon + number + ","
	switch {
	case strings.Trim(space, " \t\r\n") != "": // a comment, an anchor, a tag
		return entry + " "
	case space == "" && colon == ": ":
		return entry + " "
	}
	return space + entry
}

// unrevisable is the finding of a draft whose revision can't be set.
func unrevisable(t *tree.Tree, key tree.Ref, number string) *lint.Finding {
	at := tree.Ref(1)
	if key != tree.None {
		at = key
	}
	return &lint.Finding{Rule: "wrong-shape", Reason: "malformed", Detail: lint.DetailType, Severity: lint.Error, Primary: true,
		Message: fmt.Sprintf("the revision can't be set to %s here without changing something else", number),
		Hint:    fmt.Sprintf("write revision: %s on a line of its own, without an anchor", number), Place: t.Place(at), Pointer: "/revision"}
}

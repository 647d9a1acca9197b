package lint

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"

	"github.com/planlint/planlint/contracts/canon"
	"github.com/planlint/planlint/contracts/tree"
)

// maxFingerprinted is the size in bytes of the source of a value up to which the value is part of the fingerprint; a
// larger one, such as a whole plan, stands for itself by its place.
const maxFingerprinted = 16 << 10

// About says which value a finding is about, where that is another one than it points at: with another value it is
// another finding. n may be None, which changes nothing.
func (f *Finding) About(t *tree.Tree, n tree.Ref) {
	if n != tree.None {
		f.value, f.node = t, n
	}
}

// fingerprint identifies the finding across edits elsewhere: the rule, the step's id, the place within the step, the
// names at fault and the value. No line, no file's path and no message is part of it.
func (f *Finding) fingerprint() {
	b := make([]byte, 0, 256)
	field := func(s string) {
		b = append(b, s...)
		b = append(b, 0)
	}
	field(f.Rule)
	field(f.Step)
	place := string(f.Pointer)
	if f.Step != "" && strings.HasPrefix(place, "/steps/") { // a step's number changes when others come and go
		place = place[len("/steps/"):]
		if i := strings.IndexByte(place, '/'); i >= 0 {
			place = place[i:]
		} else {
			place = ""
		}
	}
	field(place)
	for _, v := range f.Violations {
		field(v)
	}
	b = append(b, 1)
	if f.value != nil {
		if s := f.value.Span(f.node); s.End-s.Start <= maxFingerprinted && f.value.Kind(f.node) != tree.Invalid {
			b = canon.AppendJSON(b, f.value, f.node)
		}
	} else {
		b = append(b, f.Place.Source.Slice(tree.Span{Start: f.Place.Span.Start, End: min(f.Place.Span.End, f.Place.Span.Start+maxFingerprinted)})...)
	}
	sum := sha256.Sum256(b)
	f.Fingerprint = hex.EncodeToString(sum[:16])
}

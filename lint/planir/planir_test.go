package planir

import (
	"fmt"
	"strings"
	"testing"

	"github.com/planlint/planlint/contracts/tree"
)

const first = `{"version":1,"topology":"single","nodes":[{"id":0,"capability":"fetch","args":{"input":{"from":"run_input"}},"terminal":true,"verifies":false}]}`

func digest(t *testing.T, text string) string {
	t.Helper()
	d, p := Digest(&tree.Source{Name: "plan.json", Text: text})
	if p != nil {
		t.Fatalf("%s: %s", text, p.Message)
	}
	return d
}

// The digests that agentplane itself works out.
func TestVectors(t *testing.T) {
	for text, want := range map[string]string{
		first: "sha256:df1d86d4438700273b16c159ae2d96ae17a31e297fe17abceb44d841de06fff1",
		`{"version":2,"topology":"single","reason":"cheap route unavailable","derived_from":"df1d86d4438700273b16c159ae2d96ae17a31e297fe17abceb44d841de06fff1","nodes":[{"id":1,"capability":"fetch_b","args":{"input":{"from":"run_input"}},"terminal":true,"verifies":false}]}`: "sha256:a99423c97de5eebfa48c904ef48d7fc347bbffb0cf73bd15850f974080fa2b84",
	} {
		if got := digest(t, text); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}

// What a text leaves out, or writes otherwise, makes no difference where it says nothing.
func TestDefaults(t *testing.T) {
	for _, same := range []string{
		strings.Replace(first, `,"verifies":false`, "", 1),
		strings.Replace(first, `"terminal"`, `"depends_on":[],"quorum":null,"terminal"`, 1),
		strings.Replace(first, `"version":1`, `"derived_from":null,"reason":null,"version":1`, 1),
		" {\"nodes\" : [{\"terminal\":true,\"id\":0, \"args\":{\"input\":{\"field\":null,\"from\":\"run_input\"}},\"capability\":\"fetch\"}],\n\"topology\":\"single\",\"version\":1}",
	} {
		if got := digest(t, same); got != digest(t, first) {
			t.Errorf("%s has another digest", same)
		}
	}
}

// Each of twelve changes of one field gives another digest, and no two the same.
func TestPerturbations(t *testing.T) {
	seen := map[string]string{digest(t, first): first}
	for _, c := range [][2]string{
		{`"fetch"`, `"fetch2"`}, {`"id":0`, `"id":1`}, {`"input":{`, `"other":{`}, {`"from":"run_input"`, `"from":"run_input","field":"x"`},
		{`{"from":"run_input"}`, `{"from":"const","value":1}`}, {`{"from":"run_input"}`, `{"from":"const","value":2}`},
		{`{"from":"run_input"}`, `{"from":"node","step":7}`}, {`"terminal":true`, `"terminal":false`}, {`"verifies":false`, `"verifies":true`},
		{`"single"`, `{"collaborative":"parallel-disjoint"}`}, {`"version":1`, `"version":2`}, {`"capability"`, `"depends_on":[3],"capability"`},
		{`"version":1`, fmt.Sprintf(`"derived_from":"%064d","version":1`, 0)}, {`"version":1`, `"reason":"r","version":1`},
	} {
		text := strings.Replace(first, c[0], c[1], 1)
		d := digest(t, text)
		if before, twice := seen[d]; twice {
			t.Errorf("%s and %s have one digest", text, before)
		}
		seen[d] = text
	}
}

func TestRefuses(t *testing.T) {
	for _, c := range [][2]string{
		{`"capability":"fetch"`, `"capability":7`}, {`"id":0`, `"id":-1`}, {`"id":0`, `"id":4294967296`}, {`"single"`, `"double"`},
		{`"version":1,`, ``}, {`"terminal":true`, `"terminal":"yes"`}, {`"verifies":false`, `"extra":1`},
		{`{"from":"run_input"}`, `{"from":"const"}`}, {`{"from":"run_input"}`, `{"from":"run_input","value":1}`}, {`{"from":"run_input"}`, `{"from":"const","value":0.1234567890123456789}`},
		{`"version":1`, `"derived_from":"abc","version":1`},
		{`"verifies":false`, `"verifies":false,"quorum":{"need":0,"lenses":["a"]}`}, {`"verifies":false`, `"verifies":false,"quorum":{"need":1,"lenses":["a","b"]}`},
		{`"verifies":false`, `"verifies":false,"quorum":{"need":2,"lenses":["a","a"]}`}, {`"verifies":false`, `"verifies":false,"quorum":{"need":1,"lenses":[" "]}`},
		{first, ``}, {first, `[]`}, {first, `{`},
	} {
		text := strings.Replace(first, c[0], c[1], 1)
		if d, p := Digest(&tree.Source{Name: "plan.json", Text: text}); p == nil || p.Message == "" || d != "" {
			t.Errorf("%s has the digest %s", text, d)
		}
	}
}

func FuzzDigest(f *testing.F) {
	f.Add(first)
	f.Add(strings.Replace(first, `"verifies":false`, `"verifies":false,"quorum":{"need":2,"lenses":["a","b","c"]}`, 1))
	f.Fuzz(func(t *testing.T, text string) {
		b, p := Canonical(&tree.Source{Name: "plan.json", Text: text})
		if p != nil {
			return
		}
		again, p := Canonical(&tree.Source{Name: "plan.json", Text: string(b)})
		if p != nil || string(again) != string(b) {
			t.Fatalf("the canonical form %s is not its own: %v, %s", b, p, again)
		}
	})
}

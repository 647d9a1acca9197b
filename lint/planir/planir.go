package planir

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/planlint/planlint/contracts/canon"
	"github.com/planlint/planlint/contracts/shape"
	"github.com/planlint/planlint/contracts/tree"
	"github.com/planlint/planlint/lint/syntax"
)

// Digest is the digest of the plan in a file, "sha256:" and 64 hexadecimal digits. problem is the first fault of form,
// with its place; nil = none.
func Digest(src *tree.Source) (digest string, problem *shape.Problem) {
	b, problem := Canonical(src)
	if problem != nil {
		return "", problem
	}
	return canon.Digest(b), nil
}

// Canonical is the canonical form of the plan in a file.
func Canonical(src *tree.Source) ([]byte, *shape.Problem) {
	doc := syntax.Read(src, syntax.Options{})[0]
	if len(doc.Problems) > 0 {
		p := doc.Problems[0]
		return nil, &shape.Problem{Rule: p.Rule, Message: p.Message, Hint: p.Hint, Place: tree.Place{Source: src, Span: p.Span}}
	}
	var problems []shape.Problem
	w := writer{r: shape.NewReader(doc.Tree, &problems), t: doc.Tree}
	if doc.Tree.Empty() {
		return nil, &shape.Problem{Rule: shape.RuleWrongShape, Message: "the file holds no plan", Place: tree.Place{Source: src}}
	}
	w.plan(0)
	if list := shape.Sort(problems); len(list) > 0 {
		return nil, &list[0]
	}
	return w.b, nil
}

// writer reads a plan and writes its canonical form in one walk. Keys are visited in canonical order.
type writer struct {
	r shape.Reader
	t *tree.Tree
	b []byte
}

func (w *writer) plan(n tree.Ref) {
	if !w.r.Closed(n, "the plan", "version", "derived_from", "reason", "topology", "nodes") {
		return
	}
	w.b = append(w.b, '{')
	if v := w.t.Get(n, "derived_from"); !w.absent(v) {
		if s := w.t.Text(v); w.t.Kind(v) != tree.String || len(s) != 64 || strings.Trim(s, "0123456789abcdef") != "" {
			w.r.Wrong(v, "write the 64 hexadecimal digits of the plan before it", "derived_from must be a digest, not %s", w.r.Found(v))
		}
		w.member("derived_from")
		w.value(v)
	}
	w.member("nodes")
	w.nodes(w.r.Require(n, "the plan", "nodes", "list the nodes"))
	if v := w.t.Get(n, "reason"); !w.absent(v) {
		w.member("reason")
		w.text(v, "reason")
	}
	w.member("topology")
	w.topology(w.r.Require(n, "the plan", "topology", `write "single"`))
	w.member("version")
	w.count(w.r.Require(n, "the plan", "version", "write 1 for a first plan"), "version")
	w.b = append(w.b, '}')
}

// absent reports whether a value is not there, which null says too.
func (w *writer) absent(v tree.Ref) bool { return v == tree.None || w.t.Kind(v) == tree.Null }

// member begins a member of the object that is being written.
func (w *writer) member(key string) {
	if w.b[len(w.b)-1] != '{' {
		w.b = append(w.b, ',')
	}
	w.b = append(canon.AppendString(w.b, key), ':')
}

func (w *writer) topology(v tree.Ref) {
	if v == tree.None { // said already
		return
	}
	allowed := []string{"parallel-disjoint", "distinct-authority"}
	if c := w.t.Get(v, "collaborative"); w.t.Kind(v) == tree.Object && w.r.Closed(v, "topology", "collaborative") && slices.Contains(allowed, w.t.Text(c)) {
		w.value(v)
		return
	}
	if w.t.Kind(v) != tree.String || w.t.Text(v) != "single" {
		w.r.Wrong(v, `write "single", or {"collaborative": "parallel-disjoint"}, or {"collaborative": "distinct-authority"}`, "topology is %s, which is none", w.r.Found(v))
		return
	}
	w.value(v)
}

func (w *writer) nodes(v tree.Ref) {
	w.b = append(w.b, '[')
	if w.r.List(v, "nodes") {
		for i, n := range w.t.Elements(v) {
			if i > 0 {
				w.b = append(w.b, ',')
			}
			w.node(n, fmt.Sprintf("nodes[%d]", i))
		}
	}
	w.b = append(w.b, ']')
}

func (w *writer) node(n tree.Ref, what string) {
	w.b = append(w.b, '{')
	if w.r.Closed(n, what, "id", "capability", "depends_on", "args", "terminal", "verifies", "quorum") {
		if v := w.t.Get(n, "args"); !w.absent(v) && w.r.Map(v, what+".args") && w.t.Count(v) > 0 {
			w.member("args")
			w.arguments(v, what+".args")
		}
		w.member("capability")
		w.text(w.r.Require(n, what, "capability", "name what the node calls"), what+".capability")
		if v := w.t.Get(n, "depends_on"); !w.absent(v) && w.r.List(v, what+".depends_on") && w.t.Count(v) > 0 {
			w.member("depends_on")
			w.list(v, what+".depends_on", w.count)
		}
		w.member("id")
		w.count(w.r.Require(n, what, "id", "number it"), what+".id")
		if v := w.t.Get(n, "quorum"); !w.absent(v) {
			w.member("quorum")
			w.quorum(v, what+".quorum")
		}
		w.member("terminal")
		w.flag(w.t.Get(n, "terminal"), what+".terminal")
		w.member("verifies")
		w.flag(w.t.Get(n, "verifies"), what+".verifies")
	}
	w.b = append(w.b, '}')
}

// list writes a list, each element by another hand.
func (w *writer) list(v tree.Ref, what string, each func(tree.Ref, string)) {
	w.b = append(w.b, '[')
	for i, e := range w.t.Elements(v) {
		if i > 0 {
			w.b = append(w.b, ',')
		}
		each(e, fmt.Sprintf("%s[%d]", what, i))
	}
	w.b = append(w.b, ']')
}

// arguments writes where each argument comes from, by the names' canonical order.
func (w *writer) arguments(n tree.Ref, what string) {
	w.sorted(n, func(k, v tree.Ref) {
		what := what + "." + tree.Quote(w.t.Text(k))
		if !w.r.Closed(v, what, "from", "field", "step", "value") {
			w.b = append(w.b, "null"...)
			return
		}
		from := w.r.Require(v, what, "from", `write "run_input", "node" or "const"`)
		w.b = append(w.b, '{')
		field := w.t.Get(v, "field")
		if !w.absent(field) {
			w.member("field")
			w.text(field, what+".field")
		}
		w.member("from")
		w.text(from, what+".from")
		switch word := w.t.Text(from); word {
		case "run_input":
			w.only(v, what, "from", "field")
		case "node":
			w.only(v, what, "from", "field", "step")
			w.member("step")
			w.count(w.r.Require(v, what, "step", "number the node"), what+".step")
		case "const":
			w.only(v, what, "from", "value")
			w.member("value")
			w.value(w.r.Require(v, what, "value", "write the value"))
		default:
			w.r.Wrong(from, `write "run_input", "node" or "const"`, "%s.from is %s, which is none", what, w.r.Found(from))
		}
		w.b = append(w.b, '}')
	})
}

// only refuses keys that the kind of source does not have.
func (w *writer) only(n tree.Ref, what string, keys ...string) { w.r.Closed(n, what, keys...) }

// quorum writes a panel. One that decides nothing is refused here too, wherever the plan comes from.
func (w *writer) quorum(n tree.Ref, what string) {
	if !w.r.Closed(n, what, "need", "lenses") {
		return
	}
	need, lenses := w.r.Require(n, what, "need", "say how many must agree"), w.r.Require(n, what, "lenses", "name them")
	count, err := strconv.Atoi(w.t.Text(need))
	seen := map[string]bool{}
	for _, e := range w.t.Elements(lenses) {
		name := w.t.Text(e)
		if strings.TrimSpace(name) == "" || seen[name] {
			w.r.Wrong(e, "", "%s.lenses has a blank or repeated lens", what)
		}
		seen[name] = true
	}
	if n := w.t.Count(lenses); err != nil || count < 1 || count > n || n > 1 && 2*count <= n {
		w.r.Wrong(need, "more than half of the lenses must agree", "%s.need is %s, of %d lenses: that decides nothing", what, tree.Visible(w.t.Raw(need)), n)
	}
	w.b = append(w.b, '{')
	w.member("lenses")
	w.list(lenses, what+".lenses", w.text)
	w.member("need")
	w.count(need, what+".need")
	w.b = append(w.b, '}')
}

func (w *writer) text(v tree.Ref, what string) {
	if w.t.Kind(v) != tree.String && v != tree.None {
		w.r.Wrong(v, "", "%s must be a text, not %s", what, w.r.Found(v))
	}
	w.value(v)
}

// count writes an unsigned integer of 32 bits.
func (w *writer) count(v tree.Ref, what string) {
	if _, err := strconv.ParseUint(w.t.Text(v), 10, 32); v != tree.None && (w.t.Kind(v) != tree.Number || err != nil) {
		w.r.Wrong(v, "", "%s must be a whole number of up to 32 bits, not %s", what, w.r.Found(v))
	}
	w.value(v)
}

func (w *writer) flag(v tree.Ref, what string) {
	if v != tree.None && w.t.Kind(v) != tree.Bool {
		w.r.Wrong(v, "write true or false", "%s must be true or false, not %s", what, w.r.Found(v))
	}
	w.b = strconv.AppendBool(w.b, w.t.True(v))
}

// value writes any value in canonical form.
func (w *writer) value(v tree.Ref) {
	switch w.t.Kind(v) {
	case tree.Object:
		w.sorted(v, func(_, v tree.Ref) { w.value(v) })
	case tree.Array:
		w.list(v, "", func(e tree.Ref, _ string) { w.value(e) })
	case tree.Number:
		b, ok := canon.AppendNumber(w.b, w.t.Text(v))
		if w.b = b; !ok {
			w.r.Wrong(v, "write it as a text, in quotes", "no float64 holds the number %s exactly", w.t.Text(v))
		}
	case tree.Invalid:
	default:
		w.b = canon.AppendJSON(w.b, w.t, v)
	}
}

// sorted writes an object by its keys' canonical order, each value by another hand.
func (w *writer) sorted(n tree.Ref, each func(k, v tree.Ref)) {
	var keys []tree.Ref
	for k := range w.t.Members(n) {
		keys = append(keys, k)
	}
	slices.SortFunc(keys, func(a, b tree.Ref) int { return canon.CompareKeys(w.t.Text(a), w.t.Text(b)) })
	w.b = append(w.b, '{')
	for i, k := range keys {
		if i > 0 {
			w.b = append(w.b, ',')
		}
		w.b = append(canon.AppendJSON(w.b, w.t, k), ':')
		each(k, k+1)
	}
	w.b = append(w.b, '}')
}

package schema

import (
	"strings"

	"github.com/planlint/planlint/contracts/tree"
)

// values are the offer's values one by one, where they can be counted; ok is false where they can't. A number that is
// whole is there twice, as 1 and as 1.0, since the closed reading tells them apart. rough says that within lists and
// maps only the first way is there, which is the one that most schemas take.
func (v *prover) values(o *offer) (list []*piece, rough, ok bool) {
	var from *node
	for _, n := range o.parts {
		if n.choice != nil && (from == nil || len(n.choice.values) < len(from.choice.values)) {
			from = n
		}
	}
	switch {
	case from != nil:
		if len(from.choice.values) > offerValues {
			return nil, false, false
		}
		for _, at := range from.choice.values {
			v.spend(int(from.tree.Next(at) - at))
			p := copied(from.tree, at)
			if p == nil || v.left <= 0 {
				return nil, false, false
			}
			ways, sure, ok := p.ways()
			if !ok {
				return nil, false, false
			}
			list, rough = append(list, ways...), rough || !sure
		}
	case o.types&^(typeNull|typeBoolean) == 0:
		if o.types&typeNull != 0 {
			list = append(list, pieceNull)
		}
		if o.types&typeBoolean != 0 {
			list = append(list, pieceTrue, pieceFalse)
		}
	default:
		return nil, false, false
	}
	kept := list[:0]
	for _, p := range list {
		if !o.schema.dynamic {
			if fits, decided := v.holdsAll(o.schema, o.goal, p); decided && !fits {
				continue
			}
		}
		kept = append(kept, p)
	}
	return kept, rough, true
}

// maxWhole is up to how many digits a whole number is written out.
const maxWhole = 400

// ways are the ways of writing a value between which a schema may tell. sure is false where there are more.
func (p *piece) ways() (list []*piece, sure, ok bool) {
	whole, found, ok := p.plain()
	if !ok {
		return nil, false, false
	}
	list = append(list, whole)
	if p.kind == tree.Number && found {
		list = append(list, pieceNumber(whole.text+".0"))
	}
	return list, p.kind == tree.Number || !found, true
}

// plain is the value with its whole numbers written as integers; found says that there are any.
func (p *piece) plain() (q *piece, found, ok bool) {
	switch p.kind {
	case tree.Number:
		d := parseDecimal(p.text)
		if !d.whole() {
			return p, false, true
		}
		if d.zero() {
			return pieceNumber("0"), true, true
		}
		if d.top > maxWhole {
			return nil, false, false
		}
		text := strings.ReplaceAll(d.digits, ".", "") + strings.Repeat("0", int(d.low()))
		if d.negative {
			text = "-" + text
		}
		return pieceNumber(text), true, true
	case tree.Array, tree.Object:
		parts := make([]*piece, len(p.parts))
		for i, e := range p.parts {
			part, whole, ok := e.plain()
			if !ok {
				return nil, false, false
			}
			parts[i], found = part, found || whole
		}
		q = pieceOf(p.kind, p.keys, parts)
		return q, found, q != nil
	}
	return p, false, true
}

// holds reports whether a value fits a schema; decided is false where that came to no end.
func (v *prover) holds(s *Schema, w want, p *piece) (fits, decided bool) {
	if w.n.trivial {
		return true, true
	}
	if !v.spend(30 + 5*p.size + p.weight/4) {
		return false, false
	}
	_, t := p.render()
	c := checkers.Get().(*checker)
	c.begin(s, t, 0, nil)
	c.mode, c.visits = quiet, min(maxVisits, v.left/2)
	before := c.visits
	c.late = v.late
	if w.lax {
		c.lax = 1
	}
	fits = c.eval(w.n, 0, frame{top: w.top})
	decided = !c.stuck
	v.left -= 2 * (before - c.visits)
	v.late = v.late || c.late
	c.end()
	checkers.Put(c)
	t.Release()
	return fits && decided, decided
}

// holdsAll is holds for all schemas of goal.
func (v *prover) holdsAll(s *Schema, goal []want, p *piece) (fits, decided bool) {
	decided = true
	for _, w := range goal {
		is, sure := v.holds(s, w, p)
		if sure && !is {
			return false, true
		}
		decided = decided && sure
	}
	return decided, decided
}

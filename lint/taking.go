package lint

import (
	"github.com/planlint/planlint/contracts"
	"github.com/planlint/planlint/contracts/schema"
	"github.com/planlint/planlint/contracts/tree"
)

// Taking is a value that a plan takes from an outcome or from the run's input, and what is known of it before it exists.
type Taking struct {
	From *Origin
	// Of takes the value for the argument that Bind fills; nil where it is an output of the plan.
	Of     *Step
	Bind   *Bind
	Output *Output
	// Maker is the step whose outcome it is; nil where it is the input.
	Maker *Step

	// Spot is where the value stands in what the maker's contract, or the plan's inputs, describes; nil where neither
	// says anything, or what it says is broken.
	Spot *schema.Spot
	// Match is how the value fits where it goes; its zero value where nothing was compared, as for an output.
	Match schema.Match

	costly bool // not looked at, as the plan takes too many values
}

// maxTakingWork bounds what the comparisons of one plan may cost, in units of some 50 ns. What comes behind it is not
// compared, and the report says so.
const maxTakingWork = 1 << 21

// Takings are the values that the plan takes, in document order, without those that come from no step of the plan, or
// whose tool has no contract: other findings speak of them. They are found at the first call; the slice is the pass's own.
func (p *Pass) Takings() []Taking {
	if !p.taken {
		p.taken = true
		w := taker{pass: p}
		for i := range p.Plan.Steps {
			s := &p.Plan.Steps[i]
			for j := range s.Binds {
				w.take(Taking{From: &s.Binds[j].From, Of: s, Bind: &s.Binds[j]})
			}
		}
		for i := range p.Plan.Outputs {
			w.take(Taking{From: &p.Plan.Outputs[i].From, Output: &p.Plan.Outputs[i]})
		}
	}
	return p.takings
}

// taker finds out what is known of the values that a plan takes.
type taker struct {
	pass    *Pass
	spent   int
	spots   map[spotKey]*schema.Spot
	matches map[[2]*schema.Spot]schema.Match
}

// spotKey is a place that a schema describes.
type spotKey struct {
	schema  *schema.Schema
	pointer tree.Pointer
}

func (w *taker) take(t Taking) {
	p := w.pass
	var describes *schema.Schema
	switch {
	case t.From.StepNode != tree.None:
		if t.Maker = p.Plan.Step(t.From.Step); t.Maker == nil || t.Maker == t.Of {
			return
		}
		c := p.Deployment.Catalog.Get(t.Maker.Tool)
		if c == nil {
			return
		}
		describes = sound(c.Returns())
	case t.From.InputNode != tree.None:
		describes = p.Plan.inputs
	default:
		return // it could not be read
	}
	if describes != nil {
		t.Spot = w.spot(describes, t.From.Pointer)
		t.costly = t.Spot == nil
	}
	if t.Spot != nil && t.Bind != nil {
		if c := p.Deployment.Catalog.Get(t.Of.Tool); c != nil {
			w.match(&t, c)
		}
	}
	p.takings = append(p.takings, t)
}

// match compares a value with the argument that it fills.
func (w *taker) match(t *Taking, c *contracts.Contract) {
	accepts := sound(c.Accepts())
	if accepts == nil || t.Spot.Standing == schema.Nowhere {
		return
	}
	target := w.spot(accepts, t.Bind.Target)
	if target == nil {
		t.costly = true
		return
	}
	key := [2]*schema.Spot{t.Spot, target}
	m, ok := w.matches[key]
	switch {
	case ok:
	case w.spent >= maxTakingWork:
		t.costly = true
		return
	default:
		m = schema.Compare(t.Spot, target, &w.spent)
		if w.matches == nil {
			w.matches = map[[2]*schema.Spot]schema.Match{}
		}
		w.matches[key] = m
	}
	t.Match = m
}

// spot is where a pointer leads in what a schema describes; nil where the work for the plan is used up.
func (w *taker) spot(s *schema.Schema, tokens []string) *schema.Spot {
	var pointer tree.Pointer
	for _, token := range tokens {
		pointer = pointer.Child(token)
	}
	key := spotKey{s, pointer}
	if spot, ok := w.spots[key]; ok {
		return spot
	}
	var spot *schema.Spot
	if w.spent < maxTakingWork {
		spot = s.Spot(tokens, &w.spent)
	}
	if w.spots == nil {
		w.spots = map[spotKey]*schema.Spot{}
	}
	w.spots[key] = spot
	return spot
}

// sound is a schema without errors, or nil.
func sound(s *schema.Schema, problems []schema.Problem) *schema.Schema {
	for i := range problems {
		if !problems[i].Warning {
			return nil
		}
	}
	return s
}

// Node is where the plan says which part is taken: the pointer, or, where the whole is meant, the name of the step.
func (t *Taking) Node(p *Plan) tree.Ref {
	if t.From.InputNode != tree.None {
		return t.From.InputNode
	}
	var origin tree.Ref
	if t.Bind != nil {
		origin = t.Bind.Value
	} else {
		origin = t.Output.Key + 1
	}
	if at := p.Tree.Get(origin, "pointer"); at != tree.None {
		return at
	}
	return t.From.StepNode
}

// Whence is the pointer to what is taken.
func (t *Taking) Whence() tree.Pointer {
	var p tree.Pointer
	for _, token := range t.From.Pointer {
		p = p.Child(token)
	}
	return p
}

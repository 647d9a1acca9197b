package compare

import (
	"time"

	"github.com/planlint/planlint/contracts/canon"
	"github.com/planlint/planlint/contracts/tree"
	"github.com/planlint/planlint/lint"
)

// Subject is one of the two plans, and under whose authority it would be carried out. The plan has no fault of form:
// lint.Parse found none.
type Subject struct {
	Plan      *lint.Plan
	Authority lint.Authority
}

// Options say what plans are compared under.
type Options struct {
	// Deployment says what the tools do and who may call them. Without one, nil, plans are compared as texts: no Facts,
	// no Scope, and no escalation can be told.
	Deployment *lint.Deployment
	Now        time.Time // for expiries
}

// Comparison is what changed from one plan to another.
type Comparison struct {
	OldDigest, NewDigest string

	Plan  []Change // of the plan as a whole
	Steps []Step   // those that changed, in the order of the new plan; one that is gone behind the step it stood behind
	// Kept is how many steps are as they were.
	Kept int

	// ToolsAdded and ToolsRemoved are the tools that only one of the plans uses, sorted.
	ToolsAdded, ToolsRemoved []string
	Scope                    Scope
	// Escalations are where the new plan may do more than the old one, by the place in the new plan. They are known only
	// under a deployment.
	Escalations []Escalation
}

// Same reports whether the two are one plan: their digests are equal.
func (c *Comparison) Same() bool { return c.OldDigest == c.NewDigest }

// Plans compares two plans.
func Plans(older, newer Subject, o Options) *Comparison {
	b := newBoth(older, newer, o)
	c := &Comparison{OldDigest: digest(older.Plan), NewDigest: digest(newer.Plan)}
	c.ToolsAdded, c.ToolsRemoved = b.tools()
	if !c.Same() {
		c.Plan = b.wholes()
	}
	c.Steps = b.steps()
	c.Kept = len(newer.Plan.Steps)
	for i := range c.Steps {
		if c.Steps[i].Kind != Removed {
			c.Kept--
		}
	}
	if !c.Same() && len(c.Plan) == 0 && len(c.Steps) == 0 {
		c.Plan = []Change{{Kind: Changed, Field: "writing"}}
	}
	if o.Deployment != nil {
		c.Scope = b.scope()
		c.Escalations = b.escalations(c)
	}
	return c
}

// digest identifies a plan without faults of form, so it has one.
func digest(p *lint.Plan) string {
	d, err := p.Digest()
	if err != nil {
		panic("planlint: internal error: a plan without faults of form has no digest: " + err.Error())
	}
	return d
}

// both is two plans with their steps paired by id.
type both struct {
	old, new   Subject
	deployment *lint.Deployment // nil = none
	now        time.Time
	oldOf      []int32 // by position in the new plan: the step of that id in the old one, or -1
	newOf      []int32 // the other way around
	flows      *flows
	input      *input
	measures   map[string]*measure // by tool
	steers     []bool              // by position in the new plan; nil until it is asked for
	arrived    *arrivals
}

func newBoth(older, newer Subject, o Options) *both {
	b := &both{old: older, new: newer, deployment: o.Deployment, now: o.Now, input: &input{older: older.Plan, newer: newer.Plan}}
	byID := make(map[string]int32, len(older.Plan.Steps))
	b.newOf = make([]int32, len(older.Plan.Steps))
	for i := range older.Plan.Steps {
		byID[canon.Normal(older.Plan.Steps[i].ID)] = int32(i)
		b.newOf[i] = -1
	}
	b.oldOf = make([]int32, len(newer.Plan.Steps))
	for i := range newer.Plan.Steps {
		b.oldOf[i] = -1
		if j, ok := byID[canon.Normal(newer.Plan.Steps[i].ID)]; ok && b.newOf[j] < 0 {
			b.oldOf[i], b.newOf[j] = j, int32(i)
		}
	}
	return b
}

// oldStep is the old plan's step, or nil for -1.
func (b *both) oldStep(i int32) *lint.Step {
	if i < 0 {
		return nil
	}
	return &b.old.Plan.Steps[i]
}

// newStep is the new plan's step, or nil for -1.
func (b *both) newStep(i int32) *lint.Step {
	if i < 0 {
		return nil
	}
	return &b.new.Plan.Steps[i]
}

// Pair finds, for each new plan of a file, the old plan of that file that it is compared with: the one with its digest,
// else the next that no other has; -1 where none is left. A plan that has no digest is "".
func Pair(older, newer []string) []int {
	pairs := make([]int, len(newer))
	taken := make([]bool, len(older))
	at := make(map[string][]int, len(older))
	for i, d := range older {
		if d != "" {
			at[d] = append(at[d], i)
		}
	}
	for i, d := range newer {
		pairs[i] = -1
		if list := at[d]; len(list) > 0 {
			pairs[i], at[d] = list[0], list[1:]
			taken[list[0]] = true
		}
	}
	next := 0
	for i := range newer {
		if pairs[i] >= 0 {
			continue
		}
		for next < len(older) && taken[next] {
			next++
		}
		if next < len(older) {
			pairs[i] = next
			next++
		}
	}
	return pairs
}

// text is the text of a node, or what stands for its absence.
func text(t *tree.Tree, n tree.Ref, absent string) string {
	if n == tree.None {
		return absent
	}
	return t.Text(n)
}

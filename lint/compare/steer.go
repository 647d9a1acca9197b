package compare

import "github.com/planlint/planlint/lint"

// matters reports whether more in a step's arguments may be more in what the plan does: its tool acts, or what it answers
// has a say in a call that acts, directly or through others.
func (b *both) matters(s *lint.Step) bool {
	if b.measure(s.Tool).acts() {
		return true
	}
	if b.steers == nil {
		b.steers = steering(b.new.Plan, func(s *lint.Step) bool { return b.measure(s.Tool).acts() })
	}
	return b.steers[s.Position()]
}

// steering says of each step of a plan whether a call that acts takes a value from it, directly or through others.
func steering(p *lint.Plan, acts func(*lint.Step) bool) []bool {
	steers := make([]bool, len(p.Steps))
	var left []*lint.Step
	for i := range p.Steps {
		if acts(&p.Steps[i]) {
			left = append(left, &p.Steps[i])
		}
	}
	for len(left) > 0 {
		s := left[len(left)-1]
		left = left[:len(left)-1]
		for i := range s.Binds {
			if from := p.Step(s.Binds[i].From.Step); from != nil && !steers[from.Position()] {
				steers[from.Position()] = true
				left = append(left, from)
			}
		}
	}
	return steers
}

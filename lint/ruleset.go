package lint

import "fmt"

// RuleSet is the rules of a run with their levels. It is made once and read by all workers.
type RuleSet struct {
	rules  []Rule
	index  map[string]int
	levels []Severity
	checks []*Rule
}

// NewRuleSet puts rules and the levels that a configuration sets together. Levels name rules of the list, and none
// of those that carry a seed reason: whoever reads the configuration sees to that, and NewRuleSet panics else.
func NewRuleSet(rules []Rule, levels map[string]Severity) *RuleSet {
	s := &RuleSet{rules: rules, index: make(map[string]int, len(rules)), levels: make([]Severity, len(rules))}
	for i := range rules {
		s.index[rules[i].ID] = i
		s.levels[i] = rules[i].Severity
	}
	for id, level := range levels {
		i, ok := s.index[id]
		if !ok || rules[i].Reason != "" {
			panic(fmt.Sprintf("planlint: internal error: the level of rule %q can't be set", id))
		}
		s.levels[i] = level
	}
	for i := range rules {
		if rules[i].Check != nil && s.wanted(&rules[i]) {
			s.checks = append(s.checks, &rules[i])
		}
	}
	return s
}

// wanted reports whether anything that a rule's check raises is not off.
func (s *RuleSet) wanted(r *Rule) bool {
	if s.Level(r.ID) != Off {
		return true
	}
	for _, id := range r.Raises {
		if s.Level(id) != Off {
			return true
		}
	}
	return false
}

// Rule is the rule with an id, or nil.
func (s *RuleSet) Rule(id string) *Rule {
	if i, ok := s.index[id]; ok {
		return &s.rules[i]
	}
	return nil
}

// Level is what a rule's findings count as in this run. A finding of no rule is an internal error: it panics.
func (s *RuleSet) Level(id string) Severity { return s.levels[s.number(id)] }

// number is the place of a rule in the table.
func (s *RuleSet) number(id string) int {
	i, ok := s.index[id]
	if !ok {
		panic("planlint: internal error: a finding of no rule: " + id)
	}
	return i
}

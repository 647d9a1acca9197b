package schema

import (
	"fmt"

	"github.com/planlint/planlint/contracts/tree"
)

// The rules that Review adds.
const (
	RuleOpen          = "open-arguments"   // names that nobody declares are let in
	RuleUntyped       = "untyped-argument" // a property that may be anything
	RuleDefault       = "unfit-default"    // a default that does not fit its own schema
	RuleUnsatisfiable = "unsatisfiable"    // what no value can fit
)

// Review finds what is legal in a schema, but hardly meant: for reviews of contracts, not for plans. All are
// warnings, but for what nothing can satisfy.
func (s *Schema) Review() []Problem {
	var list []Problem
	say := func(rule string, warning bool, place tree.Place, message, hint string) {
		list = append(list, Problem{Rule: rule, Warning: warning, Place: place, Message: message, Hint: hint})
	}
	part := s.options.Part
	if n := s.opening(); n != nil {
		at := tree.None
		if n.object != nil && n.object.others != nil {
			at = n.object.othersAt
		} else if n.logic != nil && n.logic.restNames != nil {
			at = n.logic.restAt
		}
		say(RuleOpen, true, n.place(at), "names that the schema does not declare are let in, so a misspelt one goes unnoticed", "declare what the tool takes, and leave additionalProperties out")
	}
	for _, p := range s.Properties() {
		if p.Type == "any" {
			say(RuleUntyped, true, p.Place, fmt.Sprintf("%s %s has no type, so every value fits", part, tree.Quote(p.Name)), `give it a "type"`)
		}
		if p.Default == tree.None {
			continue
		}
		if faults := s.misfits(p); len(faults) > 0 {
			say(RuleDefault, true, p.Tree.Place(p.Default), faults[0].Message, "the default is not used; correct it or the schema")
		}
	}
	for _, n := range s.nodes {
		n.contradictions(s.options.Strict, say)
	}
	return list
}

// contradictions finds keywords of one schema that no value can fit together.
func (n *node) contradictions(strict bool, say func(rule string, warning bool, place tree.Place, message, hint string)) {
	t := n.tree
	no := func(at tree.Ref, format string, args ...any) {
		say(RuleUnsatisfiable, false, n.place(at), fmt.Sprintf(format, args...), "")
	}
	pair := func(min, max int, at tree.Ref, low, high string) {
		if max >= 0 && min > max {
			no(at, "%q %d is more than %q %d, so no value fits", low, min, high, max)
		}
	}
	if r := n.text; r != nil {
		pair(r.min, r.max, r.minAt, "minLength", "maxLength")
	}
	if r := n.array; r != nil {
		pair(r.min, r.max, r.minAt, "minItems", "maxItems")
	}
	if r := n.object; r != nil {
		pair(r.min, r.max, r.minAt, "minProperties", "maxProperties")
	}
	if r := n.number; r != nil {
		low, high := r.min, r.max
		exclusive := false
		if r.above.set && (!low.set || r.above.num.compare(low.num) >= 0) {
			low, exclusive = r.above, true
		}
		if r.below.set && (!high.set || r.below.num.compare(high.num) <= 0) {
			high, exclusive = r.below, true
		}
		if low.set && high.set {
			if c := low.num.compare(high.num); c > 0 || c == 0 && exclusive {
				no(low.at, "no number lies between %s and %s", short(t.Text(low.at)), short(t.Text(high.at)))
			}
		}
	}
	for k := n.choice; k != nil && n.types != 0; k = k.also {
		c := &checker{schema: &Schema{root: n, options: Options{Strict: strict}}, tree: t}
		for _, e := range k.values {
			if !c.typed(n.types, e, t.Kind(e)) {
				say(RuleUnsatisfiable, true, n.place(e), fmt.Sprintf("%s can never be given, as the type is %s", literal(t, e), n.types.words()), "correct the value or the type")
			}
		}
	}
	if o := n.object; o != nil && o.others != nil && o.others.never && len(o.patterns) == 0 || n.closes && n.logic == nil && n.object != nil && len(n.object.patterns) == 0 {
		for _, j := range n.object.required {
			if m := &n.object.members[j]; m.schema == nil {
				hint := ""
				var names []string
				for i := range n.object.declared {
					names = append(names, n.object.members[i].name)
				}
				if near := nearest(m.name, names); near != "" {
					hint = "did you mean " + tree.Quote(near) + "?"
				}
				say(RuleUnsatisfiable, false, n.place(m.requiredAt), fmt.Sprintf("%s is required, but not declared, so nothing fits", tree.Quote(m.name)), hint)
			}
		}
	}
}

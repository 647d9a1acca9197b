package cmd

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/planlint/planlint/contracts/tree"
	"github.com/planlint/planlint/lint"
	"github.com/planlint/planlint/lint/compare"
)

// diffRow is one line of a comparison for people. All of it is escaped.
type diffRow struct {
	sign     string // "+", "-" or "~"
	what     string
	old, new string // "" where there is none
	note     string
}

// signs are how people see what happened.
var signs = map[compare.Kind]string{compare.Added: "+", compare.Removed: "-", compare.Changed: "~"}

// changeRows are changes for people. Long values are shown around what differs, unless all is wanted.
func changeRows(changes []compare.Change, all bool) []diffRow {
	var rows []diffRow
	for i := range changes {
		c := &changes[i]
		row := diffRow{sign: signs[c.Kind], what: strings.ReplaceAll(c.Field, "_", " ")}
		switch c.Field {
		case "writing":
			row.what, row.note = "written differently", "it means the same"
		case "depends_on":
			row.what = "waits for"
		}
		if c.At != "" {
			row.what += " " + tree.Visible(string(c.At))
		}
		row.old, row.new = valueText(c.Old), valueText(c.New)
		if !all {
			row.old, row.new = compare.Around(row.old, row.new, maxDiffValue)
		}
		switch {
		case c.Void:
			row.note = "the default, so nothing changes"
		case c.Default != "":
			row.note = "the default is " + clipped(tree.Visible(c.Default), maxDiffValue)
		}
		rows = append(rows, row)
	}
	return rows
}

func valueText(v compare.Value) string {
	if v.From != nil {
		return v.From.String()
	}
	return tree.Visible(v.JSON)
}

// maxDiffValue is how many characters of a value are shown.
const maxDiffValue = 120

// stepRows are what became of a step: what changed in it, and what that means.
func stepRows(s *compare.Step, all bool) []diffRow {
	rows := changeRows(s.Changes, all)
	if s.Moved {
		rows = append(rows, diffRow{sign: "~", what: "order", old: strconv.Itoa(s.From), new: strconv.Itoa(s.To)})
	}
	switch {
	case s.Before == nil && s.After == nil, s.Kind == compare.Removed:
		return rows
	case s.Kind == compare.Added:
		return append(rows, diffRow{sign: "+", what: "means", new: factsText(s.After)})
	}
	pair := func(what, old, new string) {
		if old != new {
			rows = append(rows, diffRow{sign: "~", what: what, old: old, new: new})
		}
	}
	pair("cleared by", clearedText(s.Before), clearedText(s.After))
	pair("reversibility", s.Before.Reversibility.String(), s.After.Reversibility.String())
	pair("effect", s.Before.Effect.String(), s.After.Effect.String())
	pair("outcome", labelOf(s.Before), labelOf(s.After))
	return rows
}

// clearedText is who clears a call, for people.
func clearedText(f *compare.Facts) string {
	switch {
	case f.Refused == "unknown_tool":
		return "no one: the tool is unknown"
	case f.Refused != "":
		return "no one: the agent may not call it"
	}
	switch f.Need {
	case lint.NeedNobody:
		return "itself"
	case lint.NeedGrant:
		return "a grant"
	case lint.NeedPerson:
		return "a person"
	}
	return "no one: nothing and nobody can"
}

func labelOf(f *compare.Facts) string { return trustWord(f.Trusted) + ", " + f.Sensitivity }

// factsText is what a new step means, in one line.
func factsText(f *compare.Facts) string {
	effect := strings.ReplaceAll(f.Effect.String(), "_", " ")
	if f.Effect.String() == "unstated" {
		effect = "effect unstated"
	}
	reversible := f.Reversibility.String()
	if reversible == "unstated" {
		reversible = "reversibility unstated"
	}
	return fmt.Sprintf("%s; %s; cleared by %s; the outcome is %s", reversible, effect, clearedText(f), labelOf(f))
}

// names writes names for people.
func namesText(names []string) string {
	shown := make([]string, len(names))
	for i, n := range names {
		shown[i] = tree.Visible(n)
	}
	return strings.Join(shown, ", ")
}

// wholeRows are the changes of the plan as a whole, and what concerns more than one step.
func (d *difference) wholeRows(all bool) []diffRow {
	rows := changeRows(d.Plan, all)
	several := func(sign, what string, names []string) {
		if len(names) == 0 {
			return
		}
		row := diffRow{sign: sign, what: what}
		if text := namesText(names); sign == "-" {
			row.old = text
		} else {
			row.new = text
		}
		rows = append(rows, row)
	}
	several("+", "tools", d.ToolsAdded)
	several("-", "tools", d.ToolsRemoved)
	if d.Scope.OldAgent != d.Scope.NewAgent {
		rows = append(rows, diffRow{sign: "~", what: "agent", old: tree.Visible(d.Scope.OldAgent), new: tree.Visible(d.Scope.NewAgent)})
	}
	several("+", "in scope", d.Scope.Gained)
	several("-", "in scope", d.Scope.Lost)
	return rows
}

// totals is the last line of a comparison.
func (d *difference) totals() string {
	s := d.summary()
	if d.Same() && s.Added+s.Removed+s.Changed == 0 {
		return fmt.Sprintf("the plans are the same (%s)", count(s.Kept, "step"))
	}
	var parts []string
	for _, p := range []struct {
		n    int
		word string
	}{{s.Added, "added"}, {s.Removed, "removed"}, {s.Changed, "changed"}} {
		if p.n > 0 {
			noun := ""
			if len(parts) == 0 {
				noun = " " + plural(p.n, "step")
			}
			parts = append(parts, fmt.Sprintf("%d%s %s", p.n, noun, p.word))
		}
	}
	if len(parts) == 0 {
		parts = []string{"no step changed"}
	}
	parts = append(parts, fmt.Sprintf("%d as before", s.Kept))
	end := ""
	switch {
	case !d.deployed:
	case s.Escalations == 0:
		end = "; no escalation"
	default:
		end = "; " + count(s.Escalations, "escalation")
	}
	return strings.Join(parts, ", ") + end
}

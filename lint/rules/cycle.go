package rules

import (
	"fmt"
	"slices"

	"github.com/planlint/planlint/lint"
)

var dependencyCycle = lint.Rule{
	ID: "dependency-cycle", Title: "steps wait for each other", Reason: "cycle", Group: lint.Graph, Severity: lint.Error,
	What: "No steps wait for each other in a circle. Each circle is one finding: violations are its members, blocked are the steps that merely wait behind it.",
	Why:  "None of them would ever start, nor would what waits behind them.",
	Bad:  "goal: tell the team\nsteps:\n  - {id: a, tool: notify, arguments: {text: one}, depends_on: [b]}\n  - {id: b, tool: notify, arguments: {text: two}, depends_on: [a]}\n",
	Good: "goal: tell the team\nsteps:\n  - {id: a, tool: notify, arguments: {text: one}}\n  - {id: b, tool: notify, arguments: {text: two}, depends_on: [a]}\n",
	Fix:  "Remove one entry of depends_on on the way around; the finding shows the way.",
	Check: func(p *lint.Pass) {
		for _, loop := range p.Plan.Graph().Loops() {
			reportLoop(p, &loop)
		}
	},
}

func reportLoop(p *lint.Pass, loop *lint.Loop) {
	steps := p.Plan.Steps
	// Step is the first by name, as the executor has it.
	first := loop.Members[0]
	for _, i := range loop.Members {
		if steps[i].ID < steps[first].ID {
			first = i
		}
	}
	s := &steps[first]
	f := p.At("dependency-cycle", s, s.Name())
	for _, i := range loop.Members {
		f.Violations = append(f.Violations, steps[i].ID)
	}
	for _, i := range loop.Blocked {
		f.Blocked = append(f.Blocked, lint.StepLabel(&steps[i]))
	}
	slices.Sort(f.Violations)
	slices.Sort(f.Blocked)
	around := loop.Path
	if at := slices.Index(around, first); at > 0 { // begin where the finding points
		around = slices.Concat(around[at:], around[:at])
	}
	var names []string
	for k, i := range around {
		names = append(names, steps[i].ID)
		next := around[(k+1)%len(around)]
		for _, d := range steps[i].DependsOn {
			if d.ID == steps[next].ID && k < maxListed {
				f.Related = append(f.Related, lint.Related{Place: p.Plan.Tree.Place(d.Node), Flow: true,
					Message: fmt.Sprintf("%s waits for %s", lint.StepName(&steps[i]), lint.StepLabel(&steps[next]))})
				break
			}
		}
	}
	f.Message = "steps wait for each other: " + path(append(names, steps[around[0]].ID))
	f.Hint = "remove one entry of depends_on on the way around"
	if n := len(f.Blocked); n > 0 {
		f.Hint += fmt.Sprintf("; %s behind it: %s", waiting(n), list(f.Blocked, ""))
	}
	p.Report(f)
}

func waiting(n int) string {
	if n == 1 {
		return "1 step waits"
	}
	return fmt.Sprintf("%d steps wait", n)
}

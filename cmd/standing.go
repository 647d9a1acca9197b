package cmd

import (
	"fmt"
	"slices"
	"strings"

	"github.com/planlint/planlint/contracts"
	"github.com/planlint/planlint/dryrun"
)

// effect is something that a run did, which stands, and the tool that would take it back.
type effect struct{ step, tool, undo string }

// standing are the effects by these events that could be taken back by today's contracts, the latest first: the order in
// which unwinding would. What was answered from the record of another step is that step's effect.
func standing(events []dryrun.Event, catalog *contracts.Catalog) []effect {
	if catalog == nil {
		return nil
	}
	var list []effect
	gone := func(step string) {
		list = slices.DeleteFunc(list, func(e effect) bool { return e.step == step })
	}
	for i := range events {
		e := &events[i]
		happened := false
		switch e.Kind {
		case dryrun.StepExecuted:
			happened = !of[dryrun.ExecutedData](e).Replayed
		case dryrun.StepFailed:
			data := of[dryrun.FailedData](e)
			happened = data.Disposition == dryrun.Landed && !data.Undo
		case dryrun.StepResolved:
			data := of[dryrun.ResolvedData](e)
			happened = data.Landed && !data.Undo
			if data.Landed && data.Undo {
				gone(e.Step)
			}
		case dryrun.StepCompensated:
			gone(e.Step)
		}
		if c := catalog.Get(e.Name); happened && c != nil && c.Undo != nil && c.Effect != contracts.ReadOnly {
			gone(e.Step) // it landed, and somebody said with what outcome: that is one effect
			list = append(list, effect{e.Step, e.Name, c.Undo.Tool})
		}
	}
	slices.Reverse(list)
	return list
}

// standingText lists effects that could be taken back.
func standingText(list []effect) string {
	var b strings.Builder
	for _, e := range list {
		fmt.Fprintf(&b, "not taken back: %s %s: %s would do it\n", nameText(e.step), nameText(e.tool), nameText(e.undo))
	}
	return b.String()
}

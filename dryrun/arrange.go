package dryrun

import (
	"cmp"
	"encoding/json"
	"slices"
)

// Arrange puts the steps that ran under earlier plans among those of the plan in force, whose ids come in the order of
// execution and keep it: each stands before what ran after it. What has not run comes after all that ran before the plan
// in force could have it run.
func Arrange(events []Event, inForce []string) []string {
	began := lastStarts(events)
	kept := make(map[string]bool, len(inForce))
	last := -1 // of the plan in force that ran
	for i, id := range inForce {
		kept[id] = true
		if began[id] > 0 {
			last = i
		}
	}
	var dropped []string
	for id := range began {
		if !kept[id] {
			dropped = append(dropped, id)
		}
	}
	slices.SortFunc(dropped, func(a, b string) int { return cmp.Compare(began[a], began[b]) })
	list := make([]string, 0, len(inForce)+len(dropped))
	for i, id := range inForce {
		n := 0
		for n < len(dropped) && (i > last || began[dropped[n]] < began[id]) {
			n++
		}
		list, dropped = append(append(list, dropped[:n]...), id), dropped[n:]
	}
	return append(list, dropped...)
}

// lastStarts is when each step last began, as the number of the event: its start, or its answer from the record.
func lastStarts(events []Event) map[string]int64 {
	began := map[string]int64{}
	for i := range events {
		e := &events[i]
		switch e.Kind {
		case StepStarted:
			var data StartedData
			if json.Unmarshal(e.Data, &data) == nil && !data.Undo {
				began[e.Step] = e.Seq
			}
		case StepExecuted:
			var data ExecutedData
			if json.Unmarshal(e.Data, &data) == nil && data.Replayed {
				began[e.Step] = e.Seq
			}
		}
	}
	return began
}

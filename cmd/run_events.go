package cmd

import (
	"cmp"
	"slices"

	"github.com/planlint/planlint/dryrun"
)

// eventDocument is an event without what only a resumed run needs.
type eventDocument struct {
	Seq    int64       `json:"seq"`
	Kind   dryrun.Kind `json:"kind"`
	Name   string      `json:"name"`
	Detail string      `json:"detail"`
	Step   string      `json:"step,omitempty"`
	At     string      `json:"at"`
}

func eventOf(e dryrun.Event) eventDocument {
	return eventDocument{e.Seq, e.Kind, e.Name, e.Detail, e.Step, instant(e.At)}
}

// inPlanOrder is a run's events as its document has them: those of a step together, the steps in the order in which the
// document lists them, so that a document does not depend on how many steps ran at once. Their seq says in which order
// they happened. What is about the run and not about a step stays where it is. So does taking back, which has an order of
// its own, and what comes after it.
func inPlanOrder(events []dryrun.Event, steps []stepDocument) []eventDocument {
	rank := make(map[string]int, len(steps))
	for i := range steps {
		rank[steps[i].StepID] = i
	}
	list := make([]eventDocument, 0, len(events))
	from, back := 0, false // the first event since the last one about the run, and whether steps are taken back
	settle := func() {
		if !back {
			slices.SortStableFunc(list[from:], func(a, b eventDocument) int { return cmp.Compare(rank[a.Step], rank[b.Step]) })
		}
	}
	for i := range events {
		e := &events[i]
		switch {
		case e.Step == "" || e.Kind == dryrun.RunFinished || e.Kind == dryrun.SuccessorFrozen:
			settle()
			from, back = len(list)+1, false
		case !back && e.Undoes():
			settle()
			back = true
		}
		list = append(list, eventOf(*e))
	}
	settle()
	return list
}

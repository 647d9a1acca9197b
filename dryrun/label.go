package dryrun

// Label says what will become of a step: its fate as far as it is known.
type Label string

// The labels.
const (
	WouldRun     Label = "would-run"     // nobody is needed
	WouldAct     Label = "would-act"     // a grant covers it
	WouldAsk     Label = "would-ask"     // a person has to approve
	WouldRefuse  Label = "would-refuse"  // nothing and nobody can approve it
	UnknownUntil Label = "unknown-until" // its values exist only when earlier steps have run
)

// Fate is the label of a step that was started or answered, as the record has it: who let it happen.
func (t *StepStory) Fate() Label {
	switch {
	case t.Grant != "":
		return WouldAct
	case t.ApprovedBy != "":
		return WouldAsk
	}
	return WouldRun
}

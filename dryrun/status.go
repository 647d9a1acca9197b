package dryrun

// Status is what has become of a run.
type Status string

// The statuses of a run.
const (
	Running        Status = "running"
	RunSucceeded   Status = "succeeded"
	RunFailed      Status = "failed"      // a step failed; it can be resumed
	RunInDoubt     Status = "in_doubt"    // nobody knows what became of an effect
	RunInterrupted Status = "interrupted" // somebody ended it; it can be resumed
	RunExhausted   Status = "exhausted"   // an allowance is used up; it can be resumed
	RunNotCleared  Status = "not_cleared" // a person or the ladder said no
	RunRefused     Status = "refused"     // the plan was refused
	RunCompensated Status = "compensated" // what had happened was taken back; it is closed
)

// StepStatus is what has become of a step.
type StepStatus string

// The statuses of a step.
const (
	Pending     StepStatus = "pending" // it has not run
	StepRunning StepStatus = "running"
	Succeeded   StepStatus = "succeeded"
	Failed      StepStatus = "failed"
	InDoubt     StepStatus = "in_doubt"
	Skipped     StepStatus = "skipped" // a rehearsal could not tell its values
	Compensated StepStatus = "compensated"
)

// told is what has become of a step, as a clause.
func (s StepStatus) told() string {
	switch s {
	case StepRunning:
		return "it is under way"
	case Succeeded:
		return "it succeeded"
	case Failed:
		return "it failed"
	case InDoubt:
		return "it is in doubt"
	case Skipped:
		return "it was skipped"
	case Compensated:
		return "it was taken back"
	}
	return "it has not run"
}

package dryrun

import (
	"context"
	"time"

	"github.com/planlint/planlint/contracts"
	"github.com/planlint/planlint/contracts/tree"
	"github.com/planlint/planlint/dryrun/store"
	"github.com/planlint/planlint/lint"
)

// Options are what a run needs beside its plan. Those without a comment on their zero value must be set.
type Options struct {
	RunID string
	Owner string // who runs it: this process
	Store store.Store
	Call  func(tool string) (Callee, bool) // how a tool is called; false = nothing can call it
	Now   func() time.Time

	Input    Value           // the zero Value = none was given
	Approver Approver        // nil = there is nobody to ask
	Jobs     int             // steps at once; 0 = 1
	Dry      bool            // a rehearsal: nobody is asked unless there is an Approver, and Call gives only tools that do nothing
	Observe  func(Event)     // is told each event once it is on the record, by one goroutine at a time; may be nil
	Force    <-chan struct{} // closed when running tools are to be ended, and not waited for; nil = never

	MaxReplans int               // successors that the run may have
	Unwind     bool              // what happened is taken back when a step fails
	Point      func(name string) // is called between what is recorded and what is done, for tests that end the process there; nil = not

	ApprovalTTL    time.Duration // how long a person's answer holds
	IdempotencyTTL time.Duration // how long an outcome answers for an equal effect
	Lease          time.Duration // how long the run is this process's after its last sign of life
}

// Callee is how a tool is called.
type Callee struct {
	Tool    Tool
	Stub    bool   // it only stands in for the tool
	Command string // what will be started, for people; "" for a stub
	// Check says now what would keep the tool from starting; nil = nothing can.
	Check func() error
	// Identify says what exactly would be started, and starts nothing; nil = nothing is. Of what a stub stands in for it may
	// be told too: then a decision about the real thing can be held against it.
	Identify func() (Identity, error)
}

// Identity is what a command would start.
type Identity struct {
	Digest string // of the command line and the files: "sha256:" and 64 hexadecimal digits
	Files  []File // that it covers, each by the name that the command line has for it; the program first, where one is named
}

// File is a file that an identity covers.
type File struct {
	Name   string
	Digest string // of its bytes: "sha256:" and 64 hexadecimal digits
}

// Run is one plan on its way through clearing and execution. Its methods are called by one goroutine, in the order Clear,
// Execute, Result.
type Run struct {
	o     Options
	plan  *lint.Validated
	id    store.RunID
	input Value
	label lint.Label       // of the input
	steps []*step          // in the order of execution
	index map[string]int   // by id, into steps
	past  map[string]*step // steps that ran under earlier plans and are not in this one, or as they were then

	journal journal
	stop    *StopError // why it stopped; nil = it has not
	outputs []byte     // the plan's answer; nil = it has none yet
	resumed bool
	used    []string // approvals that are on the record as used by it
	closed  bool     // nothing is to do: the record is left as it is
	story   *Story   // of a run that is carried on
	stays   []Stay   // what was to be taken back, and was not
	unwound bool     // taking back was begun, and all that it can do was tried
}

// step is one step on its way.
type step struct {
	*lint.Step
	plan     *lint.Plan // that it is a step of
	contract *contracts.Contract
	callee   Callee
	status   StepStatus
	label    Label
	awaits   []string // what its values wait for, while the label is unknown-until

	irreversible bool // its action class says so
	clearance    lint.Clearance
	args         *arguments
	parts        Parts
	files        []File      // that the command in parts covers
	approval     *approval   // a person's; nil = none
	draw         *store.Draw // on the grant that covers it; nil = none
	drawn        bool        // the record has it
	moved        bool        // but on another grant
	key          string
	attempt      int

	outcome    Value
	madeUp     bool // its outcome is a mere example
	unknown    bool // it ran in a rehearsal, and its outcome can't be told
	trust      LabelData
	replayed   bool
	approvedBy string
	failed     *FailedData
	recorded   *StepStory // what the record of earlier turns has; nil = nothing
	undoes     *step      // the step that it takes back, where it is the call that does; nil = it is a step itself
	undoOpen   bool       // taking it back was begun, and nobody knows whether it happened
	repeat     bool       // it was under way when a turn ended, and its contract says that it may be repeated
	seq        int64      // of the event by which it came to its end
	started    time.Time  // of the last attempt
	ended      time.Time
}

// approval is a person's yes.
type approval struct {
	by      string
	at      time.Time
	expires time.Time
	parts   Parts
	used    string // the id of a recorded decision; "" = a person answered
}

// dead reports whether the approval holds no more. A person's answer holds to the instant, a recorded one up to it.
func (a *approval) dead(now time.Time) bool {
	if a.used != "" {
		return !now.Before(a.expires)
	}
	return now.After(a.expires)
}

// New prepares a run. Nothing has happened yet.
func New(plan *lint.Validated, o Options) *Run {
	if o.Jobs < 1 {
		o.Jobs = 1
	}
	r := &Run{o: o, plan: plan, id: store.RunID{Tenant: plan.Authority().Tenant(), ID: o.RunID}, input: o.Input,
		label: plan.Deployment().Input, index: map[string]int{}}
	p := plan.Plan()
	for _, sweep := range p.Graph().Sweeps() {
		for _, i := range sweep {
			s := &step{Step: &p.Steps[i], plan: p, status: Pending, contract: plan.Deployment().Catalog.Get(p.Steps[i].Tool)}
			s.trust = LabelData{s.contract.Trusted, s.contract.Sensitivity}
			if c := plan.Deployment().Ladder.Class(s.Tool); c != nil {
				s.irreversible = c.Irreversible
			}
			r.index[s.ID] = len(r.steps)
			r.steps = append(r.steps, s)
		}
	}
	r.journal = journal{run: r}
	return r
}

// point names a moment, for tests.
func (r *Run) point(name string) {
	if r.o.Point != nil {
		r.o.Point(name)
	}
}

// remaining are the steps that have not run yet, in the order of execution.
func (r *Run) remaining() []*step {
	var list []*step
	for _, s := range r.steps {
		if s.status == Pending {
			list = append(list, s)
		}
	}
	return list
}

// agent is who carries the plan out; "" where no agents are configured.
func (r *Run) agent() string {
	if a := r.plan.Authority().Agent; a != nil {
		return a.Name
	}
	return ""
}

func (r *Run) goal() string { return r.plan.Plan().Tree.Text(r.plan.Plan().Goal) }

// halt notes why the run stops; of several reasons the gravest is told.
func (r *Run) halt(e *StopError) *StopError {
	if r.stop == nil || worse(e, r.stop) {
		r.stop = e
	}
	return r.stop
}

// interrupted is the end of a run that somebody ended.
func interrupted() *StopError {
	return &StopError{Class: Interruption, Code: CodeInterrupted, Message: "interrupted"}
}

// canceled turns the end of a context into the end of the run.
func canceled(ctx context.Context) *StopError {
	if ctx.Err() != nil {
		return interrupted()
	}
	return nil
}

// Refuse puts a plan on the events that was refused before there was a run: step and reason are those of the primary
// finding.
func Refuse(now time.Time, step, reason string) Event {
	return Event{Seq: 1, Kind: PlanRefused, Name: step, Detail: reason, Step: step, At: now.UTC()}
}

func quoted(s string) string { return tree.Quote(s) }

// lasting reports whether the step's effect, once it happened, is there to stay as far as anybody says.
func (s *step) lasting() bool {
	return s.contract.Reversibility != contracts.Reversible || s.irreversible
}

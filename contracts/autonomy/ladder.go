package autonomy

import (
	"time"

	"github.com/planlint/planlint/contracts/tree"
)

// Ladder is what may happen without a person, as a deployment has it. It is read-only once made, and then safe for
// concurrent use. A nil Ladder decides nothing: then contracts and agents alone say when to ask.
type Ladder struct {
	Place       tree.Place // where it is configured
	Classes     []Class
	Grants      []Grant
	Revocations []Revocation
	// WaivesDeclaredApproval: for a tool in a class, the ladder alone decides, and approvals that the contract or the
	// agent declares are not consulted. The configuration's default is true.
	WaivesDeclaredApproval bool
}

// Reserved is the class that no grant covers: nothing in a plan may grant autonomy.
const Reserved = "autonomy.grant"

// Class puts a tool into a class of actions.
type Class struct {
	Tool          string
	Place         tree.Place // the tool
	Name          string
	Irreversible  bool
	AmountField   string // the validated argument that holds the price; "" = the class is not priced
	CurrencyField string // the validated argument that holds the currency; "" = none
}

// Level is how far a grant goes. The zero Level is invalid.
type Level string

// The levels.
const (
	AskAlways       Level = "ask_always"
	ActWithinLimits Level = "act_within_limits"
	ActAndReport    Level = "act_and_report"
)

// Grant lets a class of actions happen without a person, for a tenant and a time.
type Grant struct {
	Place              tree.Place // the id
	ID                 string
	Tenant             string
	User               string // "" = any
	ActionClass        string
	Level              Level
	GrantedBy          string
	IssuedAt           time.Time // a grant issued in the future does not cover
	ExpiresAt          time.Time // dead from this instant on
	Ceiling            *Ceiling  // nil = uncapped
	IncludesSubtenants bool
}

// Ceiling is how much a grant covers within a window of time.
type Ceiling struct {
	Place    tree.Place
	Amount   string // a decimal over zero: up to 15 digits, and up to 6 behind the point
	Currency string // three capital letters
	Window   time.Duration
}

// Revocation withdraws grants: one by its id, else those of a tenant, of one class or of all.
type Revocation struct {
	Place       tree.Place
	GrantID     string
	Tenant      string
	ActionClass string
	RevokedBy   string
	RevokedAt   time.Time
	Reason      string
}

// Class is the class of a tool, or nil.
func (l *Ladder) Class(tool string) *Class {
	if l == nil {
		return nil
	}
	for i := range l.Classes {
		if l.Classes[i].Tool == tool {
			return &l.Classes[i]
		}
	}
	return nil
}

// Ledger is what was spent and reported before a call: by earlier runs and by earlier steps of the same plan.
type Ledger interface {
	// Spent is the amounts that were drawn on a grant since an instant, that instant included, as decimals as Sum takes
	// them.
	Spent(g *Grant, since time.Time) ([]string, error)
	// Owed reports whether a report on what was done in a class for a tenant has not been delivered yet.
	Owed(tenant, class string) (bool, error)
}

// EmptyLedger is the ledger where nothing was spent and no report is owed, as it is when a plan is looked at before any
// run.
type EmptyLedger struct{}

// Spent is nothing.
func (EmptyLedger) Spent(*Grant, time.Time) ([]string, error) { return nil, nil }

// Owed is false.
func (EmptyLedger) Owed(string, string) (bool, error) { return false, nil }

// Outcome is what the ladder says. The zero Outcome is invalid.
type Outcome uint8

// The outcomes.
const (
	_ Outcome = iota
	Act
	Escalate
	Refuse
)

// Decision is the ladder's answer to a call.
type Decision struct {
	Outcome Outcome
	Class   string // "unknown" for a tool in no class
	Level   Level  // of the deciding grant; "" where there is none
	Reason  string // one clause for people, never empty; texts of the call are quoted in it
	Grant   *Grant // the deciding grant: also on escalations, as the one that was not enough; nil where none covers
	// Headroom is what the grant's ceiling left before the call, a decimal; "" where no ceiling was looked at. It is
	// negative where more was spent than the ceiling allows by now.
	Headroom string
	// Amount is the price of the call as a decimal, with the digits as written, and Currency its currency. They are ""
	// where no ceiling was looked at, the amount also where it can't be read, and the currency where it is not the
	// ceiling's.
	Amount, Currency string
	Reports          bool // to act means to owe a report
}

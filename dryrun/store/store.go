package store

import (
	"context"
	"errors"
	"strconv"
	"time"
)

// Store keeps runs. It is safe for concurrent use, by several processes too where it outlives one.
//
// The errors are those below or wrap them; any other says that the store could not work, and then nothing of the call
// was kept, unless it is an *UncertainError.
type Store interface {
	// Admit creates a run with its first records and takes its lease, in one transaction. ErrExists where the tenant
	// has a run of that id; ErrUsed and *HeadroomError as in Commit.
	Admit(ctx context.Context, a Admission) (Lease, error)
	// Commit appends to a run and changes what stands beside its journal, in one transaction, and extends the lease.
	// ErrFenced where the lease is another's by now; ErrUsed where an approval was used before; *HeadroomError where a
	// draw does not fit.
	Commit(ctx context.Context, l Lease, b Batch) error
	// Acquire takes the lease of a run: a free one, one that has run out, or one whose owner is gone as gone says (which
	// may be nil). ErrNotFound, *LeasedError.
	Acquire(ctx context.Context, id RunID, owner string, ttl time.Duration, gone func(owner string) bool) (Lease, error)
	// Renew extends a lease by its time from now on. ErrFenced.
	Renew(ctx context.Context, l Lease) error
	// Release gives a lease back. One that is another's by now is left alone, and that is no error.
	Release(ctx context.Context, l Lease) error

	// Run is what is known of a run without reading its journal. ErrNotFound.
	Run(ctx context.Context, id RunID) (Run, error)
	// Runs are the runs of a tenant, or of all for "", the one that was created last first.
	Runs(ctx context.Context, tenant string) ([]Run, error)
	// Records are the records of a run with sequence numbers greater than after, in order, as they are stored: whoever
	// relies on them verifies them. ErrNotFound.
	Records(ctx context.Context, id RunID, after int64) ([]Record, error)
	// Claim is the claim on an effect as it is stored, so that it may have expired; ok is false where there is none.
	Claim(ctx context.Context, id RunID, key string) (c Claim, ok bool, err error)
	// Draws are the draws on a grant that count since an instant: those that are held or spent, oldest first.
	Draws(ctx context.Context, tenant, grant string, since time.Time) ([]Draw, error)
	// Reports are the reports of a tenant, or of all for "", that are owed and have not been delivered, oldest first.
	Reports(ctx context.Context, tenant string) ([]Report, error)
	// Deliver marks a report as delivered, now. ErrNotFound where it is not owed.
	Deliver(ctx context.Context, tenant string, report int64, by string) error
	// Used reports whether an approval was used.
	Used(ctx context.Context, tenant, approval string) (bool, error)
	// Forget erases a run from every table. What stays, without a name, is what forgetting must not undo: that its
	// approvals were used, what it drew on grants, and which reports it owes. These have the zero RunID and no step from
	// then on. *LeasedError where somebody is at it; ErrNotFound.
	Forget(ctx context.Context, id RunID, gone func(owner string) bool) error
	// Close gives up what the store holds. Leases stay.
	Close() error
}

// The errors that callers branch on.
var (
	ErrExists   = errors.New("the run exists")
	ErrNotFound = errors.New("it is not in the store")
	ErrFenced   = errors.New("the lease was taken over")
	ErrUsed     = errors.New("the approval was used before")
	ErrTooNew   = errors.New("the store was written by a later version")
	ErrCorrupt  = errors.New("the store is damaged")
	ErrGone     = errors.New("the store was taken away while it was open")
	ErrTooLarge = errors.New("a record is over the limit")
	ErrReadOnly = errors.New("it can't be written, and is open for reading only")
)

// MaxRecord is the size of a record's body in bytes over which it is refused, and never shortened.
const MaxRecord = 64 << 20

// RunID names a run. Two tenants may use one id for two runs.
type RunID struct{ Tenant, ID string }

// Run is a run without its journal.
type Run struct {
	RunID
	Agent   string
	Plan    string // the digest of the plan in force
	Goal    string
	Status  string // as the last batch that named one has it
	Created time.Time
	Updated time.Time
	Seq     int64  // of the last record
	Head    string // its hash, hexadecimal
	Owner   string // of the lease; "" where nobody holds it
	Until   time.Time
}

// Lease is the right to append to a run. Its fields are the store's.
type Lease struct {
	RunID
	Owner string
	Token int64 // greater than that of every lease of the run before it
	TTL   time.Duration
}

// Admission is a new run. Its batch must hold a record at least.
type Admission struct {
	Run   RunID
	Agent string
	Plan  string
	Goal  string
	Owner string
	TTL   time.Duration // of the lease
	Batch Batch
}

// Batch is what changes in one transaction.
type Batch struct {
	After     int64    // the sequence number of the last record so far; anything else is ErrFenced
	Records   [][]byte // bodies of new records, in order
	Status    string   // of the run; "" = as before
	Plan      string   // the digest of the plan in force; "" = as before
	Claims    []Claim  // added, or replaced by key
	Freed     []string // keys of claims that are given up
	Draws     []Draw   // added, or replaced by run and step; one that starts to count must fit its limit
	Owed      []Report // added
	Approvals []string // used from now on
}

// Claim says that an effect is under way or has landed.
type Claim struct {
	Key     string
	Step    string
	Landed  bool      // else it is in flight, or nobody knows
	Outcome []byte    // of a landed one, as the record has it
	Expires time.Time // of a landed one: from this instant on it counts as unknown; expiry is never permission to repeat one in flight
}

// DrawState says what became of a draw. The zero DrawState is invalid.
type DrawState string

// The states of a draw.
const (
	Held     DrawState = "held"     // reserved: it counts
	Spent    DrawState = "spent"    // the effect landed: it counts
	Released DrawState = "released" // the effect did not happen: it does not count
)

// Draw is an amount on a grant.
type Draw struct {
	Tenant   string // of the grant
	Grant    string
	Run      RunID
	Step     string
	Amount   string // a decimal
	Currency string
	At       time.Time
	State    DrawState
	// Limit is what a draw that starts to count must fit, with all others that count; the zero Limit is none.
	Limit Limit
}

// In is the draw in another state, without a limit to fit.
func (d Draw) In(s DrawState) Draw {
	d.State, d.Limit = s, Limit{}
	return d
}

// Limit is a ceiling over a window of time. It is not kept.
type Limit struct {
	Amount string    // a decimal
	Since  time.Time // draws before this do not count
}

// HeadroomError is a draw that does not fit: another run took the headroom in the meantime.
type HeadroomError struct{ Draw Draw }

// Error names the grant.
func (e *HeadroomError) Error() string {
	return "the headroom of grant " + strconv.Quote(e.Draw.Grant) + " was taken by another run"
}

// Report is owed for what was done under a grant that asks for one.
type Report struct {
	ID        int64 // the store's
	Tenant    string
	Class     string
	Grant     string
	Run       RunID
	Step      string
	At        time.Time
	Delivered time.Time // the zero Time = owed
	By        string    // who delivered it
}

// LeasedError is a run that somebody else is at.
type LeasedError struct {
	Run   RunID
	Owner string
	Until time.Time
}

// Error names the owner and the time.
func (e *LeasedError) Error() string {
	return "run " + e.Run.ID + " is held by " + e.Owner + " until " + e.Until.UTC().Format(time.RFC3339)
}

// UncertainError is a change of which nobody knows whether it was kept: the connection broke while it was committed.
type UncertainError struct{ Err error }

// Error says so.
func (e *UncertainError) Error() string {
	return "the store may or may not have kept the change: " + e.Err.Error()
}

// Unwrap is the cause.
func (e *UncertainError) Unwrap() error { return e.Err }

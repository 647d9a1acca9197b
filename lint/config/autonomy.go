package config

import (
	"fmt"
	"time"

	"github.com/planlint/planlint/contracts/shape"
	"github.com/planlint/planlint/contracts/tree"
)

// Autonomy is what may happen without a person.
type Autonomy struct {
	Place       tree.Place // the key "autonomy"; the zero Place where there is none, and then no ladder decides
	Classes     []ActionClass
	Grants      []Grant
	Revocations []Revocation
	// WaivesDeclaredApproval: for a tool in a class, the ladder alone decides, and approvals that the contract or the
	// agent declares are not consulted. The default is true.
	WaivesDeclaredApproval bool
}

// ReservedClass is the class that no grant covers: nothing in a plan may grant autonomy.
const ReservedClass = "autonomy.grant"

// ActionClass puts a tool into a class of actions.
type ActionClass struct {
	Tool          string
	Place         tree.Place // the tool
	Name          string
	Irreversible  bool
	AmountField   string // the validated argument that holds the price; "" = the class is not priced
	CurrencyField string
}

// Level is how far a grant goes. The zero Level is invalid.
type Level string

// The levels.
const (
	AskAlways       Level = "ask_always"
	ActWithinLimits Level = "act_within_limits"
	ActAndReport    Level = "act_and_report"
)

// Grant lets an action class happen without a person, for a tenant and a time.
type Grant struct {
	Place              tree.Place // the id
	ID                 string
	Tenant             string
	User               string // "" = any
	ActionClass        string
	Level              Level
	GrantedBy          string
	IssuedAt           time.Time
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

// autonomy reads the key "autonomy".
func (l *loader) autonomy(r shape.Reader, key tree.Ref) {
	l.config.Autonomy.WaivesDeclaredApproval = true
	r, n := l.part(r, key, "autonomy")
	if !r.Closed(n, "autonomy", "classes", "grants", "revocations", "waives_declared_approval") {
		return
	}
	a := &l.config.Autonomy
	a.Place = r.Tree.Place(n)
	if v, ok := r.Bool(r.Tree.Get(n, "waives_declared_approval"), "waives_declared_approval"); ok {
		a.WaivesDeclaredApproval = v
	}
	l.classes(r, r.Tree.Key(n, "classes"))
	l.grants(r, r.Tree.Key(n, "grants"))
	l.revocations(r, r.Tree.Key(n, "revocations"))
}

func (l *loader) classes(r shape.Reader, key tree.Ref) {
	r, n := l.part(r, key, "autonomy.classes")
	if !r.Map(n, "classes") {
		return
	}
	for k, v := range r.Tree.Members(n) {
		c := ActionClass{Tool: r.Tree.Text(k), Place: r.Tree.Place(k)}
		what := "the class of " + tree.Quote(c.Tool)
		if !r.Closed(v, what, "name", "irreversible", "amount_field", "currency_field") {
			continue
		}
		c.Name, _ = r.Text(r.Require(v, what, "name", "name the class, such as payment.refund"), "name")
		c.Irreversible, _ = r.Bool(r.Tree.Get(v, "irreversible"), "irreversible")
		c.AmountField, _ = r.Text(r.Tree.Get(v, "amount_field"), "amount_field")
		c.CurrencyField, _ = r.Text(r.Tree.Get(v, "currency_field"), "currency_field")
		if c.CurrencyField != "" && r.Tree.Get(v, "amount_field") == tree.None {
			r.Wrong(r.Tree.Get(v, "currency_field"), "add amount_field, or remove currency_field", "%s has a currency but no amount", what)
		}
		l.config.Autonomy.Classes = append(l.config.Autonomy.Classes, c)
	}
}

func (l *loader) grants(r shape.Reader, key tree.Ref) {
	r, n := l.part(r, key, "autonomy.grants")
	if !r.List(n, "grants") {
		return
	}
	first := map[string]tree.Place{}
	for i, e := range r.Tree.Elements(n) {
		what := fmt.Sprintf("grants[%d]", i)
		if !r.Closed(e, what, "id", "tenant", "user", "action_class", "level", "granted_by", "issued_at", "expires_at",
			"ceiling", "includes_subtenants") {
			continue
		}
		id := r.Require(e, what, "id", "give it an id, which revocations and records name")
		g := Grant{Place: r.Tree.Place(id)}
		g.ID, _ = r.Text(id, what+".id")
		if f, twice := first[g.ID]; twice && g.ID != "" {
			r.Report(misfit(g.Place, fmt.Sprintf("two grants have the id %s", tree.Quote(g.ID)), "give each its own",
				Related{Place: f, Message: "the first is here"}))
		} else {
			first[g.ID] = g.Place
		}
		g.Tenant, _ = r.Text(r.Require(e, what, "tenant", "name the tenant it holds for"), what+".tenant")
		g.User, _ = r.Text(r.Tree.Get(e, "user"), what+".user")
		g.ActionClass, _ = r.Text(r.Require(e, what, "action_class", "name the class it covers"), what+".action_class")
		g.GrantedBy, _ = r.Text(r.Require(e, what, "granted_by", "name who answers for it"), what+".granted_by")
		level := r.Require(e, what, "level", "write ask_always, act_within_limits or act_and_report")
		word, _ := r.Word(level, what+".level", string(AskAlways), string(ActWithinLimits), string(ActAndReport))
		g.Level = Level(word)
		issued, okIssued := r.Instant(r.Require(e, what, "issued_at", "write when it was given"), what+".issued_at")
		expires := r.Require(e, what, "expires_at", "write when it ends: no grant is for ever")
		until, okExpires := r.Instant(expires, what+".expires_at")
		g.IssuedAt, g.ExpiresAt = issued, until
		if okIssued && okExpires && !until.After(issued) {
			r.Wrong(expires, "", "%s expires at %s, which is not after it was issued, %s", what,
				until.Format(time.RFC3339), issued.Format(time.RFC3339))
		}
		g.Ceiling = ceiling(r, r.Tree.Get(e, "ceiling"), what+".ceiling")
		if g.Level == ActWithinLimits && r.Tree.Get(e, "ceiling") == tree.None {
			r.Wrong(level, "add ceiling: {amount, currency, window}", "%s acts within limits, but has no ceiling", what)
		}
		g.IncludesSubtenants, _ = r.Bool(r.Tree.Get(e, "includes_subtenants"), what+".includes_subtenants")
		l.config.Autonomy.Grants = append(l.config.Autonomy.Grants, g)
	}
}

func ceiling(r shape.Reader, n tree.Ref, what string) *Ceiling {
	if n == tree.None || !r.Closed(n, what, "amount", "currency", "window") {
		return nil
	}
	c := &Ceiling{Place: r.Tree.Place(n)}
	c.Amount, _ = r.Amount(r.Require(n, what, "amount", `write it in quotes, such as "500"`), what+".amount")
	c.Currency, _ = r.Currency(r.Require(n, what, "currency", "name the currency, such as GBP"), what+".currency")
	c.Window, _ = r.Duration(r.Require(n, what, "window", "write the time it counts over, such as 1h"), what+".window")
	return c
}

func (l *loader) revocations(r shape.Reader, key tree.Ref) {
	r, n := l.part(r, key, "autonomy.revocations")
	if !r.List(n, "revocations") {
		return
	}
	for i, e := range r.Tree.Elements(n) {
		what := fmt.Sprintf("revocations[%d]", i)
		if !r.Closed(e, what, "grant_id", "tenant", "action_class", "revoked_by", "revoked_at", "reason") {
			continue
		}
		v := Revocation{Place: r.Tree.Place(e)}
		id := r.Tree.Get(e, "grant_id")
		v.GrantID, _ = r.Text(id, what+".grant_id")
		v.Tenant, _ = r.Text(r.Tree.Get(e, "tenant"), what+".tenant")
		v.ActionClass, _ = r.Text(r.Tree.Get(e, "action_class"), what+".action_class")
		v.RevokedBy, _ = r.Text(r.Require(e, what, "revoked_by", "name who withdrew it"), what+".revoked_by")
		v.RevokedAt, _ = r.Instant(r.Require(e, what, "revoked_at", "write when it was withdrawn"), what+".revoked_at")
		if reason := r.Tree.Get(e, "reason"); r.Tree.Kind(reason) == tree.String {
			v.Reason = r.Tree.Text(reason)
		} else if reason != tree.None {
			r.Text(reason, what+".reason")
		}
		if id == tree.None && r.Tree.Get(e, "tenant") == tree.None {
			r.Report(Problem{Rule: shape.RuleWrongShape, Place: r.Opening(e), Hint: "add grant_id or tenant",
				Message: what + " names neither a grant nor a tenant"})
		}
		l.config.Autonomy.Revocations = append(l.config.Autonomy.Revocations, v)
		if v.GrantID != "" {
			l.revoked = append(l.revoked, shape.Name{Text: v.GrantID, Place: r.Tree.Place(id)})
		}
	}
}

package autonomy_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/planlint/planlint/contracts/autonomy"
	"github.com/planlint/planlint/contracts/tree"
)

// now is when the calls of the tests are made.
var now = time.Date(2026, 1, 10, 0, 0, 0, 0, time.UTC)

// ledger is what was spent and reported. It notes what it was asked for.
type ledger struct {
	spent      []string
	owed       bool
	err        error
	grant      string
	since      time.Time
	owes, what string
}

func (l *ledger) Spent(g *autonomy.Grant, since time.Time) ([]string, error) {
	l.grant, l.since = g.ID, since
	return l.spent, l.err
}

func (l *ledger) Owed(tenant, class string) (bool, error) {
	l.owes, l.what = tenant, class
	return l.owed, l.err
}

// arguments builds arguments of name and value in turn; a value is a text, a bool, nil, a tree.Kind for one of that
// kind without content, or a number as json writes it.
func arguments(values ...any) (*tree.Tree, tree.Ref) {
	b := tree.NewBuilder(&tree.Source{}, 16)
	b.Begin(tree.Object, 0, 0)
	for i, v := range values {
		switch v := v.(type) {
		case string:
			b.Decoded(tree.String, tree.Span{}, 0, v)
		case number:
			b.Decoded(tree.Number, tree.Span{}, 0, string(v))
		case bool:
			b.Scalar(tree.Bool, tree.Span{}, tree.True)
		case tree.Kind:
			if v == tree.Array || v == tree.Object {
				b.Begin(v, 0, 0)
				b.End(0)
			} else {
				b.Scalar(v, tree.Span{}, 0)
			}
		default:
			panic(fmt.Sprint("argument ", i))
		}
	}
	b.End(0)
	return b.Tree(), 0
}

type number string

// refund is the ladder of the tests: one class, one grant of 500 GBP an hour.
func refund() *autonomy.Ladder {
	return &autonomy.Ladder{
		Classes: []autonomy.Class{
			{Tool: "refund", Name: "payment.refund", AmountField: "amount", CurrencyField: "currency"},
			{Tool: "promote", Name: autonomy.Reserved},
		},
		Grants: []autonomy.Grant{grant("g1")},
	}
}

func grant(id string) autonomy.Grant {
	return autonomy.Grant{ID: id, Tenant: "acme", ActionClass: "payment.refund", Level: autonomy.ActWithinLimits, GrantedBy: "ops",
		IssuedAt: time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC), ExpiresAt: time.Date(2026, 2, 1, 0, 0, 0, 0, time.UTC),
		Ceiling: &autonomy.Ceiling{Amount: "500", Currency: "GBP", Window: time.Hour}}
}

// scene is a decision about to be made, which a test changes before it is.
type scene struct {
	ladder *autonomy.Ladder
	ledger ledger
	call   autonomy.Call
	args   []any
}

func (s *scene) grant() *autonomy.Grant { return &s.ladder.Grants[0] }

func (s *scene) revoke(r autonomy.Revocation) {
	r.RevokedBy = "ops"
	if r.RevokedAt.IsZero() {
		r.RevokedAt = now.Add(-time.Hour)
	}
	s.ladder.Revocations = append(s.ladder.Revocations, r)
}

func decide(t *testing.T, change func(*scene)) (autonomy.Decision, *scene, error) {
	t.Helper()
	s := &scene{ladder: refund(), call: autonomy.Call{Tool: "refund", Tenant: "acme", User: "ada", Now: now},
		args: []any{"account", "a", "amount", "100", "currency", "GBP"}}
	if change != nil {
		change(s)
	}
	if s.call.Tree == nil && s.args != nil {
		s.call.Tree, s.call.Arguments = arguments(s.args...)
	}
	d, err := s.ladder.Decide(s.call, &s.ledger)
	return d, s, err
}

// line is a decision as the tables have it: outcome, class, level, grant, headroom, amount, reports, reason.
func line(d autonomy.Decision) string {
	out := []string{map[autonomy.Outcome]string{autonomy.Act: "act", autonomy.Escalate: "ask", autonomy.Refuse: "refuse"}[d.Outcome]}
	if d.Grant != nil {
		out = append(out, d.Grant.ID, string(d.Level))
	}
	if d.Headroom != "" {
		out = append(out, "left "+d.Headroom)
	}
	if d.Amount != "" {
		out = append(out, strings.TrimSpace("price "+d.Amount+" "+d.Currency))
	}
	if d.Reports {
		out = append(out, "reports")
	}
	return strings.Join(out, ", ") + ": " + d.Reason
}

const (
	acts     = `act, g1, act_within_limits, left 500, price 100 GBP: grant "g1" covers 100 GBP, with 500 GBP left`
	uncovers = `ask: no grant covers class "payment.refund" for tenant `
)

func TestDecide(t *testing.T) {
	amount := func(v ...any) func(*scene) {
		return func(s *scene) { s.args = append([]any{"currency", "GBP", "amount"}, v...) }
	}
	currency := func(v ...any) func(*scene) {
		return func(s *scene) { s.args = append([]any{"amount", "100", "currency"}, v...) }
	}
	unreadable := func(what string) string {
		return `ask, g1, act_within_limits, left 500: argument "amount", the amount, is ` + what +
			`, which is no decimal of up to 15 digits before and 6 behind the point`
	}
	for _, test := range []struct {
		name   string
		change func(*scene)
		want   string
	}{
		// 1 and 2: the class.
		{"no class", func(s *scene) { s.call.Tool = "notify" }, `ask: "notify" is in no class of actions`},
		{"no ladder", func(s *scene) { s.ladder = nil }, `ask: "refund" is in no class of actions`},
		{"reserved", func(s *scene) { s.call.Tool = "promote" }, `refuse: the class "autonomy.grant" is reserved, as no plan may grant autonomy`},
		{"reserved, whatever is granted", func(s *scene) {
			s.call.Tool = "promote"
			g := s.grant()
			g.ActionClass, g.Level, g.Ceiling = autonomy.Reserved, autonomy.ActAndReport, nil
		}, `refuse: the class "autonomy.grant" is reserved, as no plan may grant autonomy`},

		// 3: candidates.
		{"covered", nil, acts},
		{"no grants", func(s *scene) { s.ladder.Grants = nil }, uncovers + `"acme"`},
		{"another class", func(s *scene) { s.grant().ActionClass = "payment.refunds" }, uncovers + `"acme"`},
		{"another tenant", func(s *scene) { s.call.Tenant = "globex" }, uncovers + `"globex": grant "g1" is for tenant "acme"`},
		{"a prefix is no ancestor", func(s *scene) { s.call.Tenant, s.grant().IncludesSubtenants = "acmecorp", true },
			uncovers + `"acmecorp": grant "g1" is for tenant "acme"`},
		{"a descendant is no ancestor", func(s *scene) { s.grant().Tenant, s.grant().IncludesSubtenants = "acme/eu", true },
			uncovers + `"acme": grant "g1" is for tenant "acme/eu"`},
		{"no tenant is above none", func(s *scene) { s.grant().Tenant, s.grant().IncludesSubtenants, s.call.Tenant = "", true, "/acme" },
			uncovers + `"/acme": grant "g1" is for tenant ""`},
		{"withdrawn by id", func(s *scene) { s.revoke(autonomy.Revocation{GrantID: "g1"}) },
			uncovers + `"acme": grant "g1" was withdrawn by "ops" at 2026-01-09T23:00:00Z`},
		{"withdrawn by id alone", func(s *scene) {
			s.revoke(autonomy.Revocation{GrantID: "g1", Tenant: "globex", ActionClass: "other"})
		}, uncovers + `"acme": grant "g1" was withdrawn by "ops" at 2026-01-09T23:00:00Z`},
		{"another withdrawn by id", func(s *scene) {
			s.revoke(autonomy.Revocation{GrantID: "g2", Tenant: "acme", ActionClass: "payment.refund"})
		}, acts},
		{"the tenant's withdrawn", func(s *scene) { s.revoke(autonomy.Revocation{Tenant: "acme"}) },
			uncovers + `"acme": grant "g1" was withdrawn by "ops" at 2026-01-09T23:00:00Z`},
		{"the tenant's of the class withdrawn", func(s *scene) {
			s.revoke(autonomy.Revocation{Tenant: "acme", ActionClass: "payment.refund"})
		}, uncovers + `"acme": grant "g1" was withdrawn by "ops" at 2026-01-09T23:00:00Z`},
		{"the tenant's of another class withdrawn", func(s *scene) { s.revoke(autonomy.Revocation{Tenant: "acme", ActionClass: "other"}) }, acts},
		{"another tenant's withdrawn", func(s *scene) { s.revoke(autonomy.Revocation{Tenant: "acme/eu"}) }, acts},
		{"withdrawn at this instant", func(s *scene) { s.revoke(autonomy.Revocation{GrantID: "g1", RevokedAt: now}) },
			uncovers + `"acme": grant "g1" was withdrawn by "ops" at 2026-01-10T00:00:00Z`},
		{"to be withdrawn", func(s *scene) { s.revoke(autonomy.Revocation{GrantID: "g1", RevokedAt: now.Add(time.Nanosecond)}) }, acts},

		// 4: covering.
		{"the last instant", func(s *scene) { s.call.Now = s.grant().ExpiresAt.Add(-time.Nanosecond) }, acts},
		{"expired at this instant", func(s *scene) { s.call.Now = s.grant().ExpiresAt }, uncovers + `"acme": grant "g1" expired at 2026-02-01T00:00:00Z`},
		{"issued at this instant", func(s *scene) { s.call.Now = s.grant().IssuedAt }, acts},
		{"issued in the future", func(s *scene) { s.call.Now = s.grant().IssuedAt.Add(-time.Nanosecond) },
			uncovers + `"acme": grant "g1" is not issued before 2026-01-01T00:00:00Z`},
		{"for the user", func(s *scene) { s.grant().User = "ada" }, acts},
		{"for another user", func(s *scene) { s.grant().User = "bob" }, uncovers + `"acme": grant "g1" is for user "bob", not for "ada"`},
		{"for a user, and there is none", func(s *scene) { s.grant().User, s.call.User = "ada", "" },
			uncovers + `"acme": grant "g1" is for user "ada", and the call is for no user`},
		{"a subtenant", func(s *scene) { s.call.Tenant = "acme/eu" },
			uncovers + `"acme/eu": grant "g1" is for tenant "acme" without its subtenants`},
		{"a subtenant that is included", func(s *scene) { s.call.Tenant, s.grant().IncludesSubtenants = "acme/eu/west", true }, acts},

		// 5: the nearest grant, where none covers.
		{"the nearest is the newest", func(s *scene) {
			g := grant("g0")
			g.IssuedAt, g.ExpiresAt = g.IssuedAt.Add(time.Hour), now
			s.grant().User = "bob"
			s.ladder.Grants = append(s.ladder.Grants, g)
		}, uncovers + `"acme": grant "g0" expired at 2026-01-10T00:00:00Z`},
		{"the nearest is the tenant's own", func(s *scene) {
			g := grant("g2")
			g.Tenant, g.IssuedAt = "globex", g.IssuedAt.Add(time.Hour)
			s.grant().User = "bob"
			s.ladder.Grants = append(s.ladder.Grants, g)
		}, uncovers + `"acme": grant "g1" is for user "bob", not for "ada"`},
		{"the nearest is the tenant's own, in any order", func(s *scene) {
			g := grant("g2")
			g.User = "bob"
			s.grant().Tenant, s.grant().IssuedAt = "globex", g.IssuedAt.Add(time.Hour)
			s.ladder.Grants = append(s.ladder.Grants, g)
		}, uncovers + `"acme": grant "g2" is for user "bob", not for "ada"`},

		// 6: the newest decides alone.
		{"a newer one that asks", func(s *scene) {
			g := grant("g0")
			g.Level, g.IssuedAt = autonomy.AskAlways, g.IssuedAt.Add(time.Nanosecond)
			s.ladder.Grants = append([]autonomy.Grant{g}, s.ladder.Grants...)
		}, `ask, g0, ask_always: grant "g0" says to ask always`},
		{"an older one that asks", func(s *scene) {
			g := grant("g2")
			g.Level, g.IssuedAt = autonomy.AskAlways, g.IssuedAt.Add(-time.Nanosecond)
			s.ladder.Grants = append(s.ladder.Grants, g)
		}, acts},
		{"a newer one that does not cover", func(s *scene) {
			g := grant("g2")
			g.Level, g.IssuedAt, g.User = autonomy.AskAlways, g.IssuedAt.Add(time.Hour), "bob"
			s.ladder.Grants = append(s.ladder.Grants, g)
		}, acts},
		{"as new, with the greater id", func(s *scene) {
			g := grant("g10")
			g.Level = autonomy.AskAlways
			s.ladder.Grants = append(s.ladder.Grants, g)
		}, `ask, g10, ask_always: grant "g10" says to ask always`},
		{"as new, with the smaller id, in another zone", func(s *scene) {
			g := grant("g0")
			g.Level, g.IssuedAt = autonomy.AskAlways, g.IssuedAt.In(time.FixedZone("", 3600))
			s.ladder.Grants = append(s.ladder.Grants, g)
		}, acts},
		{"they never add up", func(s *scene) {
			s.ladder.Grants = append(s.ladder.Grants, grant("g2"))
			s.args = []any{"amount", "500.01", "currency", "GBP"}
		}, `ask, g2, act_within_limits, left 500, price 500.01 GBP: 500.01 GBP is over the headroom of 500 GBP that grant "g2" has left`},

		// 7 to 10: levels.
		{"irreversible and uncapped", func(s *scene) {
			s.ladder.Classes[0].Irreversible = true
			s.grant().Level, s.grant().Ceiling = autonomy.ActAndReport, nil
		}, `ask, g1, act_and_report: grant "g1" has no ceiling, but class "payment.refund" is irreversible`},
		{"irreversible and capped", func(s *scene) { s.ladder.Classes[0].Irreversible = true }, acts},
		{"ask always", func(s *scene) { s.grant().Level = autonomy.AskAlways }, `ask, g1, ask_always: grant "g1" says to ask always`},
		{"limits without one", func(s *scene) { s.grant().Ceiling = nil },
			`ask, g1, act_within_limits: grant "g1" is to act within limits, but has no ceiling`},
		{"no level", func(s *scene) { s.grant().Level = "" }, `ask, g1, : grant "g1" has the level "", which nobody knows`},
		{"a report is owed", func(s *scene) { s.grant().Level, s.ledger.owed = autonomy.ActAndReport, true },
			`ask, g1, act_and_report: grant "g1" wants a report, and the last one on class "payment.refund" is not delivered yet`},
		{"a report is owed to others", func(s *scene) { s.ledger.owed = true }, acts},
		{"act and report", func(s *scene) { s.grant().Level = autonomy.ActAndReport },
			`act, g1, act_and_report, left 500, price 100 GBP, reports: grant "g1" covers 100 GBP, with 500 GBP left`},
		{"uncapped", func(s *scene) {
			s.grant().Level, s.grant().Ceiling, s.args = autonomy.ActAndReport, nil, []any{"amount", "lots"}
		}, `act, g1, act_and_report, reports: grant "g1" covers class "payment.refund" without a ceiling`},
		{"over while reporting", func(s *scene) {
			s.grant().Level, s.ledger.spent = autonomy.ActAndReport, []string{"450"}
		}, `ask, g1, act_and_report, left 50, price 100 GBP: 100 GBP is over the headroom of 50 GBP that grant "g1" has left`},

		// 11: the ceiling.
		{"all of it", amount("500"), `act, g1, act_within_limits, left 500, price 500 GBP: grant "g1" covers 500 GBP, with 500 GBP left`},
		{"a hundredth over", amount("500.01"),
			`ask, g1, act_within_limits, left 500, price 500.01 GBP: 500.01 GBP is over the headroom of 500 GBP that grant "g1" has left`},
		{"a millionth over", amount("500.000001"),
			`ask, g1, act_within_limits, left 500, price 500.000001 GBP: 500.000001 GBP is over the headroom of 500 GBP that grant "g1" has left`},
		{"nothing", amount("0"), `act, g1, act_within_limits, left 500, price 0 GBP: grant "g1" covers 0 GBP, with 500 GBP left`},
		{"what was spent", func(s *scene) { s.ledger.spent = []string{"300.10", "99.90", "0"} },
			`act, g1, act_within_limits, left 100.00, price 100 GBP: grant "g1" covers 100 GBP, with 100.00 GBP left`},
		{"too much was spent", func(s *scene) { s.ledger.spent = []string{"300.10", "99.91"} },
			`ask, g1, act_within_limits, left 99.99, price 100 GBP: 100 GBP is over the headroom of 99.99 GBP that grant "g1" has left`},
		{"overdrawn", func(s *scene) { s.ledger.spent, s.args = []string{"600.5"}, []any{"amount", "0", "currency", "GBP"} },
			`ask, g1, act_within_limits, left -100.5, price 0 GBP: 0 GBP is over the headroom of grant "g1", which is overdrawn by 100.5 GBP`},
		{"a number", amount(number("100")), acts},
		{"a number with a fraction", amount(number("12.50")),
			`act, g1, act_within_limits, left 500, price 12.50 GBP: grant "g1" covers 12.50 GBP, with 500 GBP left`},
		{"a number over", amount(number("500.01")),
			`ask, g1, act_within_limits, left 500, price 500.01 GBP: 500.01 GBP is over the headroom of 500 GBP that grant "g1" has left`},
		{"a number with an exponent", amount(number("1e2")), unreadable("1e2")},
		{"a huge exponent", amount(number("1e999999999")), unreadable("1e999999999")},
		{"a text with an exponent", amount("1E2"), unreadable(`"1E2"`)},
		{"negative", amount("-5"), `ask, g1, act_within_limits, left 500: argument "amount", the amount, is negative: -5`},
		{"a negative number", amount(number("-0.01")), `ask, g1, act_within_limits, left 500: argument "amount", the amount, is negative: -0.01`},
		{"minus zero", amount(number("-0")), `ask, g1, act_within_limits, left 500: argument "amount", the amount, is negative: -0`},
		{"NaN", amount("NaN"), unreadable(`"NaN"`)},
		{"infinite", amount("-Infinity"), unreadable(`"-Infinity"`)},
		{"words", amount("lots"), unreadable(`"lots"`)},
		{"nothing written", amount(""), unreadable(`""`)},
		{"another minus", amount("\u22125"), unreadable("\"\u22125\"")},
		{"other digits", amount("١٢"), unreadable(`"١٢"`)},
		{"a sign", amount("+5"), unreadable(`"+5"`)},
		{"a line end", amount("5\n"), unreadable(`"5\n"`)},
		{"zeros in front", amount("007"), unreadable(`"007"`)},
		{"a point alone", amount("5."), unreadable(`"5."`)},
		{"too fine", amount("0.0000001"), unreadable(`"0.0000001"`)},
		{"too long", amount(number("1000000000000000")), unreadable("1000000000000000")},
		{"far too long", amount(number(strings.Repeat("9", 1000))), unreadable(strings.Repeat("9", 64) + "…")},
		{"a bool", amount(true), unreadable("true")},
		{"null", amount(tree.Null), unreadable("null")},
		{"a list", amount(tree.Array), unreadable("a list")},
		{"a map", amount(tree.Object), unreadable("a map")},
		{"unknown", amount(tree.Unknown), `ask, g1, act_within_limits, left 500: argument "amount", the amount, exists only at run time`},
		{"no amount", func(s *scene) { s.args = []any{"currency", "GBP"} },
			`ask, g1, act_within_limits, left 500: argument "amount", the amount, is not there`},
		{"no arguments", func(s *scene) { s.args = nil }, `ask, g1, act_within_limits, left 500: argument "amount", the amount, is not there`},
		{"arguments that are unknown", func(s *scene) {
			s.call.Tree, _ = arguments("all", tree.Unknown)
			s.call.Arguments = 2
		}, `ask, g1, act_within_limits, left 500: argument "amount", the amount, exists only at run time`},
		{"unpriced", func(s *scene) { s.ladder.Classes[0].AmountField = "" },
			`ask, g1, act_within_limits, left 500: grant "g1" has a ceiling, but class "payment.refund" names no argument for the amount`},
		{"another currency", currency("EUR"),
			`ask, g1, act_within_limits, left 500, price 100: argument "currency", the currency, is "EUR", but the ceiling of grant "g1" is in GBP`},
		{"the currency in small letters", currency("gbp"),
			`ask, g1, act_within_limits, left 500, price 100: argument "currency", the currency, is "gbp", but the ceiling of grant "g1" is in GBP`},
		{"no currency", func(s *scene) { s.args = []any{"amount", "100"} },
			`ask, g1, act_within_limits, left 500, price 100: argument "currency", the currency, is not there`},
		{"the currency is no text", currency(number("826")),
			`ask, g1, act_within_limits, left 500, price 100: argument "currency", the currency, is 826, but the ceiling of grant "g1" is in GBP`},
		{"the currency is unknown", currency(tree.Unknown),
			`ask, g1, act_within_limits, left 500, price 100: argument "currency", the currency, exists only at run time`},
		{"no field for the currency", func(s *scene) { s.ladder.Classes[0].CurrencyField = "" },
			`ask, g1, act_within_limits, left 500, price 100: the ceiling of grant "g1" is in GBP, but class "payment.refund" names no argument for the currency`},
		{"the amount before the currency", func(s *scene) { s.args = []any{"amount", "lots", "currency", "EUR"} }, unreadable(`"lots"`)},
		{"the currency before the headroom", func(s *scene) { s.args = []any{"amount", "501", "currency", "EUR"} },
			`ask, g1, act_within_limits, left 500, price 501: argument "currency", the currency, is "EUR", but the ceiling of grant "g1" is in GBP`},
		{"a ceiling nobody can read", func(s *scene) { s.grant().Ceiling.Amount = "1e3" },
			`ask, g1, act_within_limits: the ceiling of grant "g1", "1e3", is no decimal of up to 15 digits before and 6 behind the point`},

		// Texts can't hide anything.
		{"a hostile text", amount("5\u202e\x1b[2J"), unreadable(`"5\u{202e}\u{1b}[2J"`)},
	} {
		t.Run(test.name, func(t *testing.T) {
			d, _, err := decide(t, test.change)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(test.want, line(d)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// The class of a decision is the call's, whatever is decided.
func TestDecideClass(t *testing.T) {
	for tool, want := range map[string]string{"notify": "unknown", "promote": autonomy.Reserved, "refund": "payment.refund"} {
		d, _, err := decide(t, func(s *scene) { s.call.Tool = tool })
		if err != nil || d.Class != want {
			t.Errorf("%s: class %q, error %v", tool, d.Class, err)
		}
	}
}

// The ledger is asked for the deciding grant over its own window, and for the report that the acting tenant owes.
func TestDecideAsksTheLedger(t *testing.T) {
	_, s, err := decide(t, func(s *scene) {
		s.call.Tenant = "acme/eu"
		g := s.grant()
		g.IncludesSubtenants, g.Level, g.Ceiling.Window = true, autonomy.ActAndReport, 90*time.Minute
	})
	if err != nil {
		t.Fatal(err)
	}
	if l := s.ledger; l.grant != "g1" || !l.since.Equal(now.Add(-90*time.Minute)) || l.owes != "acme/eu" || l.what != "payment.refund" {
		t.Errorf("%+v", l)
	}
}

// Where the ledger can't tell, nobody acts, and no decision is left that could be taken for one.
func TestDecideWithoutLedger(t *testing.T) {
	broken := errors.New("the disk is gone")
	for name, test := range map[string]struct {
		change func(*scene)
		want   string
	}{
		"spent":  {func(s *scene) { s.ledger.err = broken }, `what was spent of grant "g1": the disk is gone`},
		"owed":   {func(s *scene) { s.ledger.err, s.grant().Level = broken, autonomy.ActAndReport }, `reports owed for class "payment.refund": the disk is gone`},
		"amount": {func(s *scene) { s.ledger.spent = []string{"1", "-1"} }, `what was spent of grant "g1": "-1" is no amount`},
	} {
		t.Run(name, func(t *testing.T) {
			d, s, err := decide(t, test.change)
			if err == nil || err.Error() != test.want || s.ledger.err != nil && !errors.Is(err, broken) {
				t.Errorf("error: %v", err)
			}
			if d != (autonomy.Decision{}) {
				t.Errorf("decision: %+v", d)
			}
		})
	}
}

func TestEmptyLedger(t *testing.T) {
	l := refund()
	l.Grants[0].Level = autonomy.ActAndReport
	c := autonomy.Call{Tool: "refund", Tenant: "acme", Now: now}
	c.Tree, c.Arguments = arguments("amount", "500", "currency", "GBP")
	d, err := l.Decide(c, autonomy.EmptyLedger{})
	if err != nil || d.Outcome != autonomy.Act || d.Headroom != "500" {
		t.Errorf("%+v %v", d, err)
	}
}

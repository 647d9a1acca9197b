package config

import (
	"fmt"
	"time"

	"github.com/planlint/planlint/contracts/autonomy"
	"github.com/planlint/planlint/contracts/shape"
	"github.com/planlint/planlint/contracts/tree"
)

// priced is an argument that a class reads, as the configuration names it.
type priced struct {
	tool string
	name shape.Name
}

// autonomy reads the key "autonomy".
func (l *loader) autonomy(r shape.Reader, key tree.Ref) {
	if key == tree.None {
		return // nothing is configured, and no ladder decides
	}
	a := &autonomy.Ladder{Place: r.Tree.Place(key), WaivesDeclaredApproval: true}
	l.config.Deployment.Ladder = a
	r, n := l.part(r, key, "autonomy")
	if !r.Closed(n, "autonomy", "classes", "grants", "revocations", "waives_declared_approval") {
		return
	}
	if v, ok := r.Bool(r.Tree.Get(n, "waives_declared_approval"), "waives_declared_approval"); ok {
		a.WaivesDeclaredApproval = v
	}
	l.classes(r, r.Tree.Key(n, "classes"), a)
	l.grants(r, r.Tree.Key(n, "grants"), a)
	l.revocations(r, r.Tree.Key(n, "revocations"), a)
}

func (l *loader) classes(r shape.Reader, key tree.Ref, a *autonomy.Ladder) {
	r, n := l.part(r, key, "autonomy.classes")
	if !r.Map(n, "classes") {
		return
	}
	for k, v := range r.Tree.Members(n) {
		c := autonomy.Class{Tool: r.Tree.Text(k), Place: r.Tree.Place(k)}
		what := "the class of " + tree.Quote(c.Tool)
		if !r.Closed(v, what, "name", "irreversible", "amount_field", "currency_field") {
			continue
		}
		c.Name, _ = r.Text(r.Require(v, what, "name", "name the class, such as payment.refund"), "name")
		c.Irreversible, _ = r.Bool(r.Tree.Get(v, "irreversible"), "irreversible")
		c.AmountField = l.field(r, r.Tree.Get(v, "amount_field"), "amount_field", c.Tool)
		c.CurrencyField = l.field(r, r.Tree.Get(v, "currency_field"), "currency_field", c.Tool)
		if c.CurrencyField != "" && r.Tree.Get(v, "amount_field") == tree.None {
			r.Wrong(r.Tree.Get(v, "currency_field"), "add amount_field, or remove currency_field", "%s has a currency but no amount", what)
		}
		a.Classes = append(a.Classes, c)
	}
}

// field reads the name of an argument of a tool, and keeps it until the contracts are known.
func (l *loader) field(r shape.Reader, n tree.Ref, what, tool string) string {
	name, ok := r.Text(n, what)
	if ok {
		l.priced = append(l.priced, priced{tool, shape.Name{Text: name, Place: r.Tree.Place(n)}})
	}
	return name
}

func (l *loader) grants(r shape.Reader, key tree.Ref, a *autonomy.Ladder) {
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
		g := autonomy.Grant{Place: r.Tree.Place(id)}
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
		word, _ := r.Word(level, what+".level", string(autonomy.AskAlways), string(autonomy.ActWithinLimits), string(autonomy.ActAndReport))
		g.Level = autonomy.Level(word)
		issued, okIssued := r.Instant(r.Require(e, what, "issued_at", "write when it was given"), what+".issued_at")
		expires := r.Require(e, what, "expires_at", "write when it ends: no grant is for ever")
		until, okExpires := r.Instant(expires, what+".expires_at")
		g.IssuedAt, g.ExpiresAt = issued, until
		if okIssued && okExpires && !until.After(issued) {
			r.Wrong(expires, "", "%s expires at %s, which is not after it was issued, %s", what,
				until.Format(time.RFC3339), issued.Format(time.RFC3339))
		}
		g.Ceiling = ceiling(r, r.Tree.Get(e, "ceiling"), what+".ceiling")
		if g.Level == autonomy.ActWithinLimits && r.Tree.Get(e, "ceiling") == tree.None {
			r.Wrong(level, "add ceiling: {amount, currency, window}", "%s acts within limits, but has no ceiling", what)
		}
		g.IncludesSubtenants, _ = r.Bool(r.Tree.Get(e, "includes_subtenants"), what+".includes_subtenants")
		a.Grants = append(a.Grants, g)
	}
}

func ceiling(r shape.Reader, n tree.Ref, what string) *autonomy.Ceiling {
	if n == tree.None || !r.Closed(n, what, "amount", "currency", "window") {
		return nil
	}
	c := &autonomy.Ceiling{Place: r.Tree.Place(n)}
	c.Amount, _ = r.Amount(r.Require(n, what, "amount", `write it in quotes, such as "500"`), what+".amount")
	c.Currency, _ = r.Currency(r.Require(n, what, "currency", "name the currency, such as GBP"), what+".currency")
	c.Window, _ = r.Duration(r.Require(n, what, "window", "write the time it counts over, such as 1h"), what+".window")
	return c
}

func (l *loader) revocations(r shape.Reader, key tree.Ref, a *autonomy.Ladder) {
	r, n := l.part(r, key, "autonomy.revocations")
	if !r.List(n, "revocations") {
		return
	}
	for i, e := range r.Tree.Elements(n) {
		what := fmt.Sprintf("revocations[%d]", i)
		if !r.Closed(e, what, "grant_id", "tenant", "action_class", "revoked_by", "revoked_at", "reason") {
			continue
		}
		v := autonomy.Revocation{Place: r.Tree.Place(e)}
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
		a.Revocations = append(a.Revocations, v)
		if v.GrantID != "" {
			l.revoked = append(l.revoked, shape.Name{Text: v.GrantID, Place: r.Tree.Place(id)})
		}
	}
}

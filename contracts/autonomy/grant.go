package autonomy

import (
	"fmt"
	"strings"
	"time"

	"github.com/planlint/planlint/contracts/tree"
)

// obstacle is why a grant of the right class does not cover a call.
type obstacle uint8

const (
	covers obstacle = iota
	otherTenant
	withdrawn
	expired
	unissued
	otherUser
	subtenant
)

// obstacle is the first reason why the grant does not cover the call.
func (l *Ladder) obstacle(g *Grant, c *Call) obstacle {
	switch {
	case g.Tenant != c.Tenant && !below(c.Tenant, g.Tenant):
		return otherTenant
	case l.revocation(g, c.Now) != nil:
		return withdrawn
	case !c.Now.Before(g.ExpiresAt):
		return expired
	case g.IssuedAt.After(c.Now):
		return unissued
	case g.User != "" && g.User != c.User:
		return otherUser
	case g.Tenant != c.Tenant && !g.IncludesSubtenants:
		return subtenant
	}
	return covers
}

// below reports whether a tenant is one of another's subtenants: acme/eu is below acme, acmecorp is not.
func below(tenant, above string) bool {
	rest, ok := strings.CutPrefix(tenant, above)
	return ok && above != "" && strings.HasPrefix(rest, "/")
}

// revocation is the first revocation that withdraws the grant at an instant, or nil. One that is dated later does not
// hold yet: a withdrawal can be prepared, as a grant can.
func (l *Ladder) revocation(g *Grant, now time.Time) *Revocation {
	for i := range l.Revocations {
		if r := &l.Revocations[i]; r.withdraws(g) && !r.RevokedAt.After(now) {
			return r
		}
	}
	return nil
}

// withdraws reports whether the revocation is of the grant. One that names a grant is of that grant alone, whatever
// else it says; one of a tenant leaves the grants of its subtenants alone.
func (r *Revocation) withdraws(g *Grant) bool {
	if r.GrantID != "" {
		return r.GrantID == g.ID
	}
	return r.Tenant == g.Tenant && (r.ActionClass == "" || r.ActionClass == g.ActionClass)
}

// newer reports whether the grant decides before another: it was issued later, or at the same instant with the greater
// id.
func (g *Grant) newer(than *Grant) bool {
	if g.IssuedAt.Equal(than.IssuedAt) {
		return g.ID > than.ID
	}
	return g.IssuedAt.After(than.IssuedAt)
}

// deciding is the most recently issued of the grants that cover the call, or nil. Grants never add up, so the others
// say nothing.
func (l *Ladder) deciding(class string, c *Call) *Grant {
	var best *Grant
	for i := range l.Grants {
		g := &l.Grants[i]
		if g.ActionClass == class && (best == nil || g.newer(best)) && l.obstacle(g, c) == covers {
			best = g
		}
	}
	return best
}

// uncovered says why no grant covers the call, and what is wrong with the one that comes nearest: the most recently
// issued one for the tenant or one above it, else the most recently issued one for others.
func (l *Ladder) uncovered(class string, c *Call) string {
	var near *Grant
	related := false
	for i := range l.Grants {
		g := &l.Grants[i]
		if g.ActionClass != class {
			continue
		}
		own := g.Tenant == c.Tenant || below(c.Tenant, g.Tenant)
		if near == nil || own && !related || own == related && g.newer(near) {
			near, related = g, own
		}
	}
	why := fmt.Sprintf("no grant covers class %s for tenant %s", tree.Quote(class), tree.Quote(c.Tenant))
	if near == nil {
		return why
	}
	return why + ": " + l.falls(near, c)
}

// falls says in words why a grant does not cover the call.
func (l *Ladder) falls(g *Grant, c *Call) string {
	id := tree.Quote(g.ID)
	switch l.obstacle(g, c) {
	case otherTenant:
		return fmt.Sprintf("grant %s is for tenant %s", id, tree.Quote(g.Tenant))
	case withdrawn:
		r := l.revocation(g, c.Now)
		return fmt.Sprintf("grant %s was withdrawn by %s at %s", id, tree.Quote(r.RevokedBy), instant(r.RevokedAt))
	case expired:
		return fmt.Sprintf("grant %s expired at %s", id, instant(g.ExpiresAt))
	case unissued:
		return fmt.Sprintf("grant %s is not issued before %s", id, instant(g.IssuedAt))
	case otherUser:
		if c.User == "" {
			return fmt.Sprintf("grant %s is for user %s, and the call is for no user", id, tree.Quote(g.User))
		}
		return fmt.Sprintf("grant %s is for user %s, not for %s", id, tree.Quote(g.User), tree.Quote(c.User))
	case subtenant:
		return fmt.Sprintf("grant %s is for tenant %s without its subtenants", id, tree.Quote(g.Tenant))
	}
	panic("planlint: internal error: a grant that covers was not found")
}

// instant writes a moment for people, exactly.
func instant(t time.Time) string { return t.UTC().Format(time.RFC3339Nano) }

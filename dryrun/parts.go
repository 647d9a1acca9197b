package dryrun

import (
	"strings"

	"github.com/planlint/planlint/contracts"
	"github.com/planlint/planlint/contracts/canon"
	"github.com/planlint/planlint/contracts/tree"
)

// Digest is the digest of exactly what will run: the canonical form of the parts.
func (p Parts) Digest() string {
	b := canon.AppendString([]byte(`{"arguments":`), p.Arguments)
	b = canon.AppendString(append(b, `,"command":`...), p.Command)
	b = canon.AppendString(append(b, `,"contract":`...), p.Contract)
	b = canon.AppendString(append(b, `,"plan":`...), p.Plan)
	return canon.Digest(append(b, '}'))
}

// Drift names the parts that are not what they were, for people; "" where nothing drifted.
func (p Parts) Drift(now Parts) string {
	var changed []string
	for _, part := range []struct{ name, was, is string }{
		{"the plan", p.Plan, now.Plan},
		{"the contract", p.Contract, now.Contract},
		{"the arguments", p.Arguments, now.Arguments},
		{"the command or a file it names", p.Command, now.Command},
	} {
		if part.was != part.is {
			changed = append(changed, part.name)
		}
	}
	switch len(changed) {
	case 0:
		return ""
	case 1:
		return changed[0] + " changed"
	}
	last := len(changed) - 1
	return strings.Join(changed[:last], ", ") + " and " + changed[last] + " changed"
}

// contractDigest identifies what a contract says: its entry, planlint's own entry that sharpens it, and the files that
// its schemas refer to.
func contractDigest(c *contracts.Contract) string {
	b := []byte{'['}
	add := func(t *tree.Tree, n tree.Ref) {
		if t == nil {
			return
		}
		if len(b) > 1 {
			b = append(b, ',')
		}
		at := len(b)
		var err error
		if b, err = canon.Append(b, t, n); err != nil { // a number that no float64 holds, in a bound, say
			b = canon.AppendJSON(b[:at], t, n)
		}
	}
	t, n := c.Entry()
	add(t, n)
	own, m := c.OwnEntry()
	if own != t || m != n {
		add(own, m)
	}
	for _, s := range c.Sources() {
		b = canon.AppendString(append(b, ','), s.Text)
	}
	return canon.Digest(append(b, ']'))
}

// argumentsDigest is the digest of the arguments' canonical form. The error is a *canon.Error.
func argumentsDigest(a *arguments) (string, error) {
	b, err := canon.Append(nil, a.tree, a.root)
	if err != nil {
		return "", err
	}
	return canon.Digest(b), nil
}

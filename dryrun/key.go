package dryrun

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"

	"github.com/planlint/planlint/contracts"
	"github.com/planlint/planlint/contracts/canon"
	"github.com/planlint/planlint/contracts/tree"
)

// key identifies the effect of a call: the SHA-256, in hexadecimal, of the canonical form of its arguments (those that
// the contract names as identifying, if any), the run, the tenant and the tool. The step is no part of it: two steps
// with the same tool and arguments are one effect. It is "" where a named argument is not given, since then the effect
// can't be identified. The error is a *canon.Error.
func key(c *contracts.Contract, tenant, run string, t *tree.Tree, root tree.Ref) (string, error) {
	type member struct{ name, value string }
	var members []member
	for k, v := range t.Members(root) {
		name := t.Text(k)
		if len(c.KeyArguments) > 0 && !slices.Contains(c.KeyArguments, name) {
			continue
		}
		value, err := canon.Append(nil, t, v)
		if err != nil {
			return "", err
		}
		members = append(members, member{canon.Normal(name), string(value)})
	}
	if n := len(c.KeyArguments); n > 0 && len(members) < n {
		return "", nil
	}
	slices.SortFunc(members, func(a, b member) int { return canon.CompareKeys(a.name, b.name) })
	b := []byte(`{"arguments":{`)
	for i, m := range members {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(canon.AppendString(b, m.name), ':')
		b = append(b, m.value...)
	}
	b = canon.AppendString(append(b, `},"run":`...), run)
	b = canon.AppendString(append(b, `,"tenant":`...), tenant)
	b = canon.AppendString(append(b, `,"tool":`...), c.Tool)
	sum := sha256.Sum256(append(b, '}'))
	return hex.EncodeToString(sum[:]), nil
}

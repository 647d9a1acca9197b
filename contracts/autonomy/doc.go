// Package autonomy decides what may happen without a person: a ladder of classes, grants, ceilings and revocations.
//
// It is pure: the ladder is a value, and a decision needs nothing but the call, the instant and what was spent before.
// Amounts are exact decimals, compared and summed and never rounded, divided or converted. shopspring/decimal, whose
// only door is amount.go, does the arithmetic.
//
// Invariants:
//   - where it is not sure, the ladder escalates: an amount that can't be read, another currency, no grant;
//   - grants never add up: of those that cover a call, the most recently issued decides alone;
//   - a grant that expires at an instant is dead at that instant;
//   - nothing acts in the reserved class, whatever grants exist.
//
// It imports nothing of ours but contracts/tree.
package autonomy

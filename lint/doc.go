// Package lint judges plans: it reads a file into plans, runs the rules that it is handed over each of them, and returns
// what they find, ordered and with a fingerprint each.
//
// What decides about a plan is decided here once, for check and run alike: whether a tool may be called (Judge), who has
// to clear a call (Clearance), and what makes a plan the same plan (Digest). A Validated is the proof that no rule has an
// error against a plan, and only Validate makes one.
//
// The package opens no file and has no clock: sources, the deployment, the rules and "now" are handed in.
package lint

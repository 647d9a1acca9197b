// Package rules is the table of planlint's rules: All is the only list, and everything that speaks of rules reads it.
//
// A rule is a value: its check, and its documentation beside it. One file a rule, named for it. Checks are pure: they
// read the pass they are given, in document order, and keep nothing between plans.
package rules

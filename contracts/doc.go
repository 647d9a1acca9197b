// Package contracts holds what a tool promises and who may call it, as values: contracts in the four forms the
// ecosystem writes them in, the registry, allowlists, scopes, and the one predicate that joins them.
//
// It reads trees, never files, and has no clock of its own: whoever needs "now" hands it in.
package contracts

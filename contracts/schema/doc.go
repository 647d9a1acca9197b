// Package schema checks values against JSON Schema, drafts 4 to 2020-12, on trees.
//
// It is what planlint exists for, so all of it is checked here, by our own code: exact places, our own messages in
// document order, the strictness of a tool boundary, and the branch of a oneOf that was meant.
// santhosh-tekuri/jsonschema, whose only door is fallback.go, gives the second opinion: it judges schemas against
// their metaschema, and is the oracle of the differential tests. dlclark/regexp2, whose only door is pattern.go,
// reads the regular expressions of ECMA 262 that RE2 has no words for.
//
// Invariants:
//   - the closed reading (Options.Strict) refuses what plain JSON Schema refuses, and more; never less;
//   - a value that only the run knows (tree.Unknown) fits every schema, and its name counts as given;
//   - a question that stays open, because a pattern took too long or a schema branches without end, is a fault;
//   - numbers are compared by their text, never as float64;
//   - what is said of two schemas is proved: Fits, CannotFit, Always and Nowhere hold for every value, and where the
//     proof would cost too much the answer is that nobody knows;
//   - a value that fits costs no allocation.
//
// The package reads no files: a Loader hands it what $ref points to, and decides what may be read at all. It imports
// nothing of ours but contracts/tree and contracts/suggest.
package schema

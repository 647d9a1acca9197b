// Package schema checks values against JSON Schema, on trees.
//
// It is what planlint exists for, so the common keywords are checked here, by our own code: exact places, our own
// messages in document order, the strictness of a tool boundary, and the branch of a oneOf that was meant.
// santhosh-tekuri/jsonschema (whose only door is fallback.go) judges schemas against their metaschema, checks
// what is too rare for us, and is the oracle of the differential tests.
//
// The package reads no files: a Loader hands it what $ref points to, and decides what may be read at all.
package schema

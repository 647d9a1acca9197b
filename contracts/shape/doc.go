// Package shape reads closed maps, lists and typed scalars from trees, for the documents that people write for
// planlint: contracts and the configuration.
//
// Reading never stops at the first fault. Every fault becomes a Problem with a place, and the value that could not be
// read is its zero value, so that the caller goes on with the rest.
package shape

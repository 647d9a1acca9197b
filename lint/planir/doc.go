// Package planir reads plans in the form that agentplane keeps them, JSON with nodes and capabilities, and works out the
// digest that such a plan has there. It judges nothing but the form.
//
// The digest is the SHA-256 of RFC 8785 JSON of the whole plan, with every field written that agentplane writes: a node's
// terminal and verifies always, also where the text leaves them out; derived_from, reason, depends_on, args, quorum and an
// argument's field only where they say something. Texts are taken as they are, without normalisation.
package planir

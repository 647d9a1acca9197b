// Package tree is the one form in which planlint holds a document, whatever it was written in: a flat,
// preorder array of small nodes over the text they were read from.
//
// YAML and JSON readers fill a Tree through a Builder; rules, the schema checker, the canonical form and, at
// run time, live arguments and outcomes all read it. Nothing is decoded into maps, structs or any.
//
// Invariants:
//   - every span lies inside the source: 0 <= Start <= End <= len(Source);
//   - a child's span lies inside its parent's, but for nodes that an alias or a merge key brought in: those
//     carry the span of the alias token, and Origin tells where their text stands;
//   - an object's members keep the order of writing, keys are String nodes, and no key occurs twice (a
//     repeated key is a finding; the first one is kept in the tree, the later ones are in Tree.Repeated);
//   - the zero Ref is the root; None is no node at all.
//
// The package imports nothing of ours and no library.
package tree

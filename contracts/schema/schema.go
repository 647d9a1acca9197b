package schema

import "github.com/planlint/planlint/contracts/tree"

// Loader returns the document behind a $ref that names a file, as it is written, without its fragment; from is the
// document that has the $ref. Its error is shown to people behind the $ref. The caller's Loader decides what may be
// read: planlint's refuses the network, absolute paths and everything outside the contract's folder tree.
type Loader func(from *tree.Source, ref string) (*tree.Tree, error)

package contracts

import (
	"fmt"

	"github.com/planlint/planlint/contracts/schema"
	"github.com/planlint/planlint/contracts/shape"
	"github.com/planlint/planlint/contracts/tree"
)

// Read reads one document of contracts, in any of the four forms, which are told apart by what the document holds:
// planlint's own map under "contracts:", an MCP tools/list result (also as the result of a JSON-RPC response), or a
// list of MCP, OpenAI or Anthropic tools, which may be mixed. load hands schemas what their $refs point to.
//
// Entries that cannot be used are left out of the list, each with a problem that is an error. Schemas are not looked
// at: each is compiled at its first use.
func Read(t *tree.Tree, load schema.Loader) (list []*Contract, problems []Problem) {
	r := shape.NewReader(t, &problems)
	entries, own := entriesOf(r)
	switch {
	case entries == tree.None:
		return nil, problems
	case own:
		list = readOwn(r, entries, load)
	default:
		list = readForeign(r, entries, load)
	}
	if t.Count(entries) == 0 && len(problems) == 0 {
		r.Wrong(entries, "write at least one", "there is no contract in it")
	}
	return list, problems
}

// ReadMap reads the entries of planlint's own form where they stand below another key, such as in a configuration: n
// is the map from tools to entries.
func ReadMap(t *tree.Tree, n tree.Ref, load schema.Loader) (list []*Contract, problems []Problem) {
	return readOwn(shape.NewReader(t, &problems), n, load), problems
}

// entriesOf finds the entries of a document: the map of planlint's own form, or a list.
func entriesOf(r shape.Reader) (entries tree.Ref, own bool) {
	t := r.Tree
	if t.Empty() {
		r.Report(Problem{Rule: shape.RuleWrongShape, Place: tree.Place{Source: t.Source}, Message: "there is no contract in it", Hint: theForms})
		return tree.None, false
	}
	const root tree.Ref = 0
	switch t.Kind(root) {
	case tree.Array:
		return root, false
	case tree.Object:
		if v := t.Get(root, "contracts"); v != tree.None {
			r.Closed(root, "a contract file", "contracts")
			return v, true
		}
		above := root
		if v := t.Get(root, "result"); t.Kind(v) == tree.Object && t.Get(root, "tools") == tree.None {
			above = v
		}
		if v := t.Get(above, "tools"); t.Kind(v) == tree.Array {
			if next := t.Get(above, "nextCursor"); t.Kind(next) == tree.String && t.Text(next) != "" {
				r.Report(Problem{Rule: RuleIncompleteList, Warning: true, Place: t.Place(next),
					Message: "the list has further pages, which are not in this file", Hint: "join the pages of tools/list into one list"})
			}
			return v, false
		} else if v != tree.None {
			r.List(v, "tools")
			return tree.None, false
		}
	}
	p := Problem{Rule: shape.RuleWrongShape, Place: r.Opening(root), Hint: theForms,
		Message: fmt.Sprintf("%s is none of the four forms of a contract file", r.Found(root))}
	if t.Kind(root) == tree.Object && t.Count(root) > 0 {
		p.Message = fmt.Sprintf("a map whose first key is %s is none of the four forms of a contract file", tree.Quote(t.Text(root+1)))
	}
	r.Report(p)
	return tree.None, false
}

const theForms = `write planlint's own form (a map under "contracts:"), an MCP tools/list result ({"tools": [...]}), ` +
	`an OpenAI function list or an Anthropic tool list`

package contracts

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"github.com/planlint/planlint/contracts/shape"
	"github.com/planlint/planlint/contracts/tree"
)

// Catalog holds the contracts of a deployment, one a tool. It is read-only once made, and then safe for concurrent
// use. The zero Catalog, and a nil one, are empty.
type Catalog struct {
	byTool map[string]*Contract
	sorted []*Contract
}

// NewCatalog joins the contracts of all files, each list being one file's in the order of writing. An entry of
// planlint's own form for a tool that an imported list has sharpens it field by field and wins. Of two contracts for
// one tool that stand on the same footing the first is kept: two that say the same are a warning, two that differ an
// error. The lists' contracts belong to the catalog from then on.
func NewCatalog(lists ...[]*Contract) (*Catalog, []Problem) {
	var problems []Problem
	imported, own := map[string]*Contract{}, map[string]*Contract{}
	for _, list := range lists {
		for _, c := range list {
			table := imported
			if c.Form == Own {
				table = own
			}
			if first, twice := table[c.Tool]; twice {
				problems = append(problems, duplicate(first, c))
				continue
			}
			table[c.Tool] = c
		}
	}
	c := &Catalog{byTool: imported}
	for tool, o := range own {
		i, both := imported[tool]
		switch {
		case both:
			c.byTool[tool] = overlay(i, o)
		case !o.accepts.present():
			if o.schemaMeant() {
				continue // reading has said what is wrong with it
			}
			problems = append(problems, Problem{Rule: shape.RuleWrongShape, Place: o.Place,
				Message: fmt.Sprintf("the contract of %s has no accepts, and no imported list has the tool", tree.Quote(tool)),
				Hint:    "write accepts: {type: object, properties: {}} for a tool without arguments"})
		default:
			c.byTool[tool] = o
		}
	}
	c.sorted = slices.SortedFunc(maps.Values(c.byTool), func(a, b *Contract) int { return cmp.Compare(a.Tool, b.Tool) })
	for _, k := range c.sorted {
		problems = append(problems, k.unknownArguments()...)
	}
	return c, sorted(problems)
}

// schemaMeant reports whether an own entry has the key accepts, whatever its value.
func (c *Contract) schemaMeant() bool { return c.own.tree.Get(c.own.ref, "accepts") != tree.None }

// Get is the contract of a tool, or nil.
func (c *Catalog) Get(tool string) *Contract {
	if c == nil {
		return nil
	}
	return c.byTool[tool]
}

// Len is the number of contracts.
func (c *Catalog) Len() int {
	if c == nil {
		return 0
	}
	return len(c.sorted)
}

// All are the contracts, sorted by tool. The slice is the catalog's own.
func (c *Catalog) All() []*Contract {
	if c == nil {
		return nil
	}
	return c.sorted
}

// Names are the tools that have a contract, sorted.
func (c *Catalog) Names() []string {
	names := make([]string, 0, c.Len())
	for _, k := range c.All() {
		names = append(names, k.Tool)
	}
	return names
}

// duplicate is the problem of a second contract for a tool.
func duplicate(first, second *Contract) Problem {
	p := Problem{Rule: RuleDuplicateContract, Place: second.Place,
		Related: []Related{{Place: first.Place, Message: "the first is here"}}}
	if same(first, second) {
		p.Warning = true
		p.Message = fmt.Sprintf("two equal contracts for %s", tree.Quote(second.Tool))
		p.Hint = "keep one of them"
		return p
	}
	p.Message = fmt.Sprintf("two contracts for %s that differ", tree.Quote(second.Tool))
	p.Hint = "keep one of them, or rename a tool"
	return p
}

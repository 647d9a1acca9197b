package contracts

import "slices"

// overlay is what an imported contract becomes under planlint's own entry for the same tool: every field that the
// entry has replaces the imported one, the others stay.
func overlay(imported, own *Contract) *Contract {
	c := &Contract{
		Tool: imported.Tool, Description: imported.Description, Form: imported.Form,
		Place: imported.Place, Overlay: own.Place,
		Reversibility: imported.Reversibility, ReversibilityPlace: imported.ReversibilityPlace,
		Effect: imported.Effect, EffectPlace: imported.EffectPlace,
		Sensitivity: own.Sensitivity, Trusted: own.Trusted, KeyArguments: own.KeyArguments,
		Protect: own.Protect, Undo: own.Undo,
		RefusedExitCodes: own.RefusedExitCodes, ReplanExitCode: own.ReplanExitCode, // imported lists know none of these
		entry: imported.entry, own: own.own, hints: imported.hints, said: own.said, keys: slices.Clone(own.keys),
	}
	if own.said&saidDescription != 0 {
		c.Description = own.Description
	}
	accepts, returns := &imported.accepts, &imported.returns
	if own.said&saidAccepts != 0 {
		accepts = &own.accepts
	}
	if own.said&saidReturns != 0 {
		returns = &own.returns
	}
	c.accepts.set(accepts.tree, accepts.root, accepts.load)
	c.returns.set(returns.tree, returns.root, returns.load)

	if own.said&saidEffect != 0 {
		c.Effect, c.EffectPlace = own.Effect, own.EffectPlace
		if own.Effect == ReadOnly { // which also says reversible
			c.Reversibility, c.ReversibilityPlace = Reversible, own.EffectPlace
		} else if imported.Effect == ReadOnly && own.said&saidIrreversible == 0 {
			// The import calls it reversible only because it calls it read-only, and the entry says that it is not.
			c.Reversibility, c.ReversibilityPlace = Unstated, own.EffectPlace
		}
	}
	if own.said&saidIrreversible != 0 {
		c.Reversibility, c.ReversibilityPlace = own.Reversibility, own.ReversibilityPlace
		if c.Reversibility == Irreversible && c.Effect == ReadOnly && own.said&saidEffect == 0 {
			// A hint that the tool only reads cannot stand beside an entry that says it cannot be undone.
			c.Effect, c.EffectPlace = Effectful, own.ReversibilityPlace
		}
	}
	return c
}

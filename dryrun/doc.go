// Package dryrun carries validated plans out: it clears every step before the first one runs, and then executes them,
// each effect written down before it happens and after. A rehearsal goes through the same code with tools that do
// nothing, a record that is kept in memory, and nobody who is asked.
//
// Invariants:
//   - nothing starts before everything is cleared, and nothing is stored before that either;
//   - "started" is committed to the record before a tool is called, "finished" after it came back: what the record does
//     not say can't have happened;
//   - one goroutine, the run's own, writes the record; tools are called by others and answer to it;
//   - an effect whose outcome is not known is neither repeated nor worked around: it is in doubt until somebody says;
//   - a mistake in what a person sees or what a tool is given is impossible to make twice: the arguments that were
//     checked, digested, shown, approved and sent are one value.
//
// The package starts no process and opens no file: tools, the store, the person to ask and the clock are handed in. It
// imports lint and what lies below, and dryrun/store.
package dryrun

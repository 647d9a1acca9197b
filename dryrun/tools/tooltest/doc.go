// Package tooltest is the suite that every dryrun.Tool passes: whatever stands behind a tool, the executor may rely on
// what is proved here.
package tooltest

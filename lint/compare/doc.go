// Package compare says what changed between two plans, and what the changes mean under a deployment: which step is new
// or gone, which value is another, who would have to approve now, and where the later plan may do more than the earlier
// one. Comparing is pure: it reads two plans and a deployment, and touches no file, no clock and no git.
//
// The identity of a step is its id, as it is during a run: a step under another id is a new one, however alike. Whether a new
// step does more is judged by the steps that called its tool, since ids are the author's to choose.
//
// Nothing is silent: two plans whose digests differ have at least one change, and two with one digest have none. Changes
// and escalations come in an order that the plans alone decide.
package compare

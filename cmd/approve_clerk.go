package cmd

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/planlint/planlint/contracts/tree"
	"github.com/planlint/planlint/dryrun"
)

// clerk puts steps to a person and keeps the decisions. It is a dryrun.Approver.
type clerk struct {
	env    *Env
	o      *approveOptions
	term   Terminal
	person *prompter
	file   approvalsFile
	vouch  []vouched
}

// vouched are the files that a decision covers, for people.
type vouched struct {
	step  string
	files []dryrun.File
}

func newClerk(env *Env, o *approveOptions) (*clerk, error) {
	d := &clerk{env: env, o: o, file: approvalsFile{Version: approvalsVersion, Approvals: []approval{}}}
	term, err := env.terminal()
	if err != nil {
		return nil, usage("run it at a terminal", "there is nobody to ask: decisions are made at a terminal")
	}
	d.term = term
	d.person = newPrompter(env, term, env.colour(o.color, true))
	d.person.by, d.person.holds = o.as, o.expiresIn
	return d, nil
}

func (c *clerk) close() {
	if c.term != nil {
		c.term.Close()
	}
}

// Decide implements dryrun.Approver.
func (c *clerk) Decide(ctx context.Context, r *dryrun.Request) (dryrun.Decision, error) {
	bound := r.Parts.Arguments == ""
	allowed := slices.Contains(c.o.allowBound, r.StepID)
	if bound && !allowed {
		return dryrun.Decision{}, &dryrun.StopError{Class: dryrun.Unable, Code: dryrun.CodeMissing, Step: r.StepID, Tool: r.Tool,
			Message: fmt.Sprintf("step %s takes values that exist only at run time", tree.Quote(r.StepID)),
			Hint:    "approve it with --allow-bound " + dryrun.Word(r.StepID) + ", whatever they will be, or at the terminal when it runs"}
	}
	answer, err := c.person.Decide(ctx, r)
	if err != nil || !answer.Granted {
		return answer, err
	}
	var id [8]byte
	rand.Read(id[:]) // it never fails
	now := c.env.Now().UTC()
	c.file.Approvals = append(c.file.Approvals, approval{ID: hex.EncodeToString(id[:]), Step: r.StepID, Tool: r.Tool, By: c.o.as, At: now,
		Expires: now.Add(c.o.expiresIn), Digest: r.Digest, Parts: r.Parts, AllowBound: allowed})
	if !r.Stub {
		c.vouch = append(c.vouch, vouched{r.StepID, r.Files})
	}
	return answer, nil
}

// write writes the decisions about a plan, which the command line calls file.
func (c *clerk) write(ctx context.Context, file string) error {
	n := len(c.file.Approvals)
	if n == 0 && !c.o.quiet {
		fmt.Fprintln(c.env.Stderr, "planlint: no step needs a person; the plan runs without approvals")
	}
	if c.o.out == "" {
		return print(c.env, jsonText(&c.file))
	}
	if err := c.file.write(ctx, c.env.abs(c.o.out)); err != nil {
		return &writeError{err: fmt.Errorf("%s: %s", tree.Quote(c.o.out), reason(err))}
	}
	switch {
	case c.o.quiet:
	case n == 0:
		fmt.Fprintf(c.env.Stderr, "planlint: %s was written, with no decision in it: %s\n", tree.Visible(c.o.out), c.next(file))
	default:
		for _, v := range c.vouch {
			fmt.Fprintf(c.env.Stderr, "planlint: step %s, files that were looked at: %s\n", tree.Quote(v.step), filesText(v.files))
		}
		fmt.Fprintf(c.env.Stderr, "planlint: %s written to %s, good once within %s: %s\n", count(n, "decision"), tree.Visible(c.o.out),
			lifetime(c.o.expiresIn), c.next(file))
	}
	return nil
}

// filesText names files, each with the start of its digest.
func filesText(files []dryrun.File) string {
	if len(files) == 0 {
		return "none, so that whatever the command reads may change"
	}
	names := make([]string, len(files))
	for i, f := range files {
		names[i] = promptName(f.Name) + " " + shortDigest(f.Digest)
	}
	return join(names, "and")
}

// next is the command line that uses the decisions.
func (c *clerk) next(file string) string {
	if strings.HasPrefix(file, "-") && file != "-" {
		file = "./" + file
	}
	words := []string{"run", file, "--approvals", c.o.out}
	for _, f := range c.o.contracts {
		words = append(words, "--contracts", f)
	}
	if c.o.input != "" {
		words = append(words, "--input", c.o.input)
	}
	if c.o.agent != "" {
		words = append(words, "--agent", c.o.agent)
	}
	where := storeFlags{configFlags: c.o.configFlags}
	return where.line(words...)
}

// lifetime is a duration in words, as exact as people need it.
func lifetime(d time.Duration) string {
	const day = 24 * time.Hour
	switch {
	case d%day == 0 && d > day:
		return count(int(d/day), "day")
	case d%time.Hour == 0 && d > 0:
		return count(int(d/time.Hour), "hour")
	case d%time.Minute == 0 && d > 0:
		return count(int(d/time.Minute), "minute")
	case d%time.Second == 0 && d > 0:
		return count(int(d/time.Second), "second")
	}
	return d.String()
}

package cmd

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/planlint/planlint/contracts/tree"
	"github.com/planlint/planlint/lint"
	"github.com/planlint/planlint/lint/syntax"
)

// defaultBaseline is where baseline write puts the known findings.
const defaultBaseline = ".planlint-baseline.json"

// baselineVersion is raised when a baseline of the old form can't be read any more.
const baselineVersion = 1

type baselineOptions struct {
	checkOptions
	plans []string
}

func newBaseline(env *Env) *cobra.Command {
	return group("baseline", "Keep known findings apart from new ones", newBaselineWrite(env))
}

func newBaselineWrite(env *Env) *cobra.Command {
	o := &baselineOptions{}
	c := &cobra.Command{
		Use:   "write [FILE]",
		Short: "Write the findings of now as known ones",
		Long: `write checks plans and writes what it finds to a baseline, ` + defaultBaseline + ` if no file is named. check --baseline FILE then
counts these findings and shows only others.

A known finding is recognised by its rule, step, place within the step and value, wherever its line moves; a changed
value is a new finding. What the executor itself would refuse is never known: it is not written, and never hidden.

Exit codes: 0 written; 2 the call, a file or the configuration is at fault.`,
		Example: `  planlint baseline write
  planlint baseline write known.json --plans plans/ --plans drafts/`,
		Args: func(c *cobra.Command, args []string) error {
			if len(args) > 1 {
				return usage("name plans with --plans", "%s takes one file, but was given %s as well", c.CommandPath(), tree.Quote(args[1]))
			}
			return nil
		},
		RunE: func(c *cobra.Command, args []string) error {
			file := defaultBaseline
			if len(args) == 1 {
				file = args[0]
			}
			return runBaselineWrite(c.Context(), env, o, file)
		},
	}
	o.configFlags.add(c)
	c.Flags().StringArrayVar(&o.plans, "plans", nil, "a `FILE`, folder or pattern of plans, instead of those that planlint.yaml lists")
	c.Flags().StringVar(&o.agent, "agent", "", "the `NAME` of the agent that would carry the plans out")
	c.Flags().BoolVar(&o.stream, "stream", false, "let a file hold several plans")
	o.outputFlags.add(c)
	return c
}

// knownFinding is one entry of a baseline. Step and message are for people.
type knownFinding struct {
	Path        string `json:"path"`
	Rule        string `json:"rule"`
	Step        string `json:"step"`
	Fingerprint string `json:"fingerprint"`
	Count       int    `json:"count"`
	Message     string `json:"message"`
}

func runBaselineWrite(ctx context.Context, env *Env, o *baselineOptions, path string) error {
	o.failOn, o.jobs, o.noPayload = "note", runtime.GOMAXPROCS(0), true
	run := &checkRun{env: env, o: &o.checkOptions}
	now, err := run.flags()
	if err != nil {
		return err
	}
	if err := run.prepare(now, o.plans); err != nil {
		return err
	}
	file, err := createAtomic(ctx, run.env.abs(path))
	if err != nil {
		return notCreated(path, err)
	}
	known, refused, err := run.knownFindings(ctx)
	if err == nil {
		err = writeBaseline(file, known)
	}
	if err != nil {
		file.discard()
		return err
	}
	if err := file.commit(); err != nil {
		return &writeError{err: err}
	}
	if o.quiet {
		return nil
	}
	text := fmt.Sprintf("wrote %s to %s\n", count(len(known), "known finding"), path)
	if refused > 0 {
		text += fmt.Sprintf("%s left out: what the executor would refuse can't be known\n", wasWere(refused, "finding"))
	}
	return print(env, text)
}

func wasWere(n int, noun string) string {
	if n == 1 {
		return "1 " + noun + " was"
	}
	return fmt.Sprintf("%d %ss were", n, noun)
}

// knownFindings checks the inputs and returns the findings that a baseline may hold, and how many it may not.
func (r *checkRun) knownFindings(ctx context.Context) (list []knownFinding, refused int, err error) {
	index := map[string]int{}
	for res := range r.results(ctx) {
		if res.err != nil {
			return nil, 0, res.err
		}
		r.count(res.file)
		for _, d := range res.file.Findings {
			if d.Reason != "" {
				refused++
				continue
			}
			key := res.file.Source.Name + "\x00" + d.Fingerprint
			if i, ok := index[key]; ok {
				list[i].Count++
				continue
			}
			index[key] = len(list)
			list = append(list, knownFinding{res.file.Source.Name, d.Rule, d.Step, d.Fingerprint, 1, d.Message})
		}
	}
	switch {
	case ctx.Err() != nil:
		return nil, 0, interruptedError{}
	case r.broken.any():
		return nil, 0, printProblems(r.env, r.o.outputFlags, r.broken.problems())
	case r.summary.Plans == 0 && r.summary.Errors == 0:
		return nil, 0, usage("name files that hold plans", "no plan was found in what was named, so nothing was checked")
	}
	slices.SortFunc(list, func(a, b knownFinding) int {
		return cmp.Or(strings.Compare(a.Path, b.Path), strings.Compare(a.Rule, b.Rule), strings.Compare(a.Fingerprint, b.Fingerprint))
	})
	return list, refused, nil
}

func writeBaseline(file *atomicFile, list []knownFinding) error {
	if list == nil {
		list = []knownFinding{}
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", " ")
	if err := e.Encode(struct {
		SchemaVersion int            `json:"schema_version"`
		Findings      []knownFinding `json:"findings"`
	}{baselineVersion, list}); err != nil {
		return err
	}
	if _, err := file.Write(b.Bytes()); err != nil {
		return &writeError{err: err}
	}
	return nil
}

// readBaseline reads a baseline through the tree, so that a fault in it, and an entry that matches nothing, has a place.
func (r *checkRun) readBaseline(path string) (*lint.Baseline, error) {
	in := input{path: r.env.abs(path), name: r.shown(path)}
	src, err := in.read()
	if err != nil {
		return nil, err
	}
	doc := syntax.Read(src, syntax.Options{})[0]
	fault := func(at tree.Ref, message string) error {
		p := src.Position(doc.Tree.Span(at).Start)
		return usage("planlint baseline write makes a new one", "%s:%d:%d: %s", in.name, p.Line, p.Column, message)
	}
	if len(doc.Problems) > 0 {
		p := src.Position(doc.Problems[0].Span.Start)
		return nil, usage("planlint baseline write makes a new one", "%s:%d:%d: %s", in.name, p.Line, p.Column, doc.Problems[0].Message)
	}
	t := doc.Tree
	if v := t.Get(0, "schema_version"); t.Text(v) != strconv.Itoa(baselineVersion) {
		return nil, fault(max(v, 0), "no baseline of this planlint: schema_version is not "+strconv.Itoa(baselineVersion))
	}
	findings := t.Get(0, "findings")
	if t.Kind(findings) != tree.Array {
		return nil, fault(max(findings, 0), "a baseline has a list of findings")
	}
	var entries []lint.BaselineEntry
	for _, e := range t.Elements(findings) {
		entry := lint.BaselineEntry{Path: t.Text(t.Get(e, "path")), Rule: t.Text(t.Get(e, "rule")), Fingerprint: t.Text(t.Get(e, "fingerprint")), Count: 1, Place: t.Place(e)}
		if f := t.Get(e, "fingerprint"); f != tree.None {
			entry.Place = t.Place(f)
		}
		if n := t.Get(e, "count"); n != tree.None {
			c, err := strconv.Atoi(t.Text(n))
			if err != nil || c < 1 {
				return nil, fault(n, "count is no whole number from 1 up")
			}
			entry.Count = c
		}
		if entry.Path == "" || entry.Rule == "" || entry.Fingerprint == "" {
			return nil, fault(e, "an entry needs path, rule and fingerprint")
		}
		entries = append(entries, entry)
	}
	return lint.NewBaseline(src, entries, r.options.Rules.Level(lint.RuleStaleBaseline)), nil
}

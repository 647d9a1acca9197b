package cmd

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/planlint/planlint/contracts/tree"
	"github.com/planlint/planlint/lint"
	"github.com/planlint/planlint/lint/planir"
)

type digestOptions struct {
	format    string
	stdinName string
	stream    bool
	planir    bool
}

func newDigest(env *Env) *cobra.Command {
	o := &digestOptions{}
	c := &cobra.Command{
		Use:   "digest FILE|DIR|GLOB|-...",
		Short: "Print the digest that identifies a plan",
		Long: `digest prints the SHA-256 of a plan's canonical form: RFC 8785, with integers of any size written exactly. The order
of keys, white space, comments, the order of depends_on, and fields that say what the default is make no difference;
everything else does. derived_from names a plan by this digest.

Exit codes: 0 done; 1 a file's plan cannot be read; 2 the call or a file is at fault.`,
		Example: `  planlint digest plan.yaml
  planlint digest plans/ --format json
  planlint digest --planir frozen.json`,
		RunE: func(c *cobra.Command, args []string) error { return runDigest(c.Context(), env, o, args) },
	}
	c.Flags().StringVar(&o.format, "format", "text", "how to print, a `FORMAT`: text or json")
	c.Flags().StringVar(&o.stdinName, "stdin-filename", "", "the `NAME` of standard input, which also says whether it is JSON")
	c.Flags().BoolVar(&o.planir, "planir", false, "read plans in agentplane's own form, JSON with nodes and capabilities, and print the digests that they have there")
	c.Flags().BoolVar(&o.stream, "stream", false, "let a file hold several plans")
	return c
}

// planDigest is one line of the JSON output.
type planDigest struct {
	Path   string  `json:"path"`
	Plan   int     `json:"plan"` // from 0, in a file that holds several
	Digest *string `json:"digest"`
	Error  string  `json:"error,omitempty"`
}

func runDigest(ctx context.Context, env *Env, o *digestOptions, args []string) error {
	if err := oneOf("--format", o.format, "text", "json"); err != nil {
		return err
	}
	if o.planir && o.stream {
		return usage("leave --stream out", "--planir reads one plan a file")
	}
	inputs, _, err := collect(env, nil, args, o.stdinName)
	if err != nil {
		return err
	}
	rows := []planDigest{}
	refused := false
	for i := range inputs {
		src, err := inputs[i].readUntil(ctx)
		if err != nil {
			return err
		}
		for n, plan := range digestsOf(src, o) {
			if inputs[i].found && !plan.PlanLike {
				continue
			}
			row := planDigest{Path: inputs[i].name, Plan: n}
			if plan.Err != nil {
				refused = true
				row.Error = plan.Err.Error()
			} else {
				row.Digest = &plan.Digest
			}
			rows = append(rows, row)
		}
	}
	if len(rows) == 0 {
		return usage("name files that hold plans", "no plan was found in what was named")
	}
	if err := printDigests(env, o.format, rows); err != nil {
		return err
	}
	if refused {
		return statusError(ExitRefused)
	}
	return nil
}

// digestsOf works out the digests of the plans in a file, in either form.
func digestsOf(src *tree.Source, o *digestOptions) []lint.PlanDigest {
	if !o.planir {
		return lint.Digests(src, o.stream)
	}
	digest, p := planir.Digest(src)
	if p != nil {
		at := src.Position(p.Place.Span.Start)
		return []lint.PlanDigest{{PlanLike: true, Err: fmt.Errorf("line %d: %s", at.Line, p.Message)}}
	}
	return []lint.PlanDigest{{PlanLike: true, Digest: digest}}
}

func printDigests(env *Env, format string, rows []planDigest) error {
	var b bytes.Buffer
	if format == "json" {
		e := json.NewEncoder(&b)
		e.SetEscapeHTML(false)
		e.SetIndent("", " ")
		if err := e.Encode(struct {
			SchemaVersion int          `json:"schema_version"`
			Plans         []planDigest `json:"plans"`
		}{1, rows}); err != nil {
			return err
		}
		return print(env, b.String())
	}
	for _, r := range rows {
		if r.Digest == nil {
			fmt.Fprintf(env.Stderr, "planlint: %s: %s\n", tree.Visible(r.Path), r.Error)
			continue
		}
		fmt.Fprintf(&b, "%s  %s\n", *r.Digest, tree.Visible(r.Path))
	}
	return print(env, b.String())
}

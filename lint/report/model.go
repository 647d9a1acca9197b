package report

import (
	"io"
	"strconv"
	"strings"

	"github.com/planlint/planlint/contracts/tree"
	"github.com/planlint/planlint/lint"
)

// model writes for the planner that must try again. It says what to change in the plan, and nothing of the policy
// that the plan broke: which tools there are, who holds them, which scope or limit it was. What the planner is told
// anyway, its own plan and the contracts of the tools it may call, may be said. A planner must not be able to ask the
// format for more:
//   - a tool that does not exist, one that the agent does not hold and one outside its scope read the same;
//   - so do their steps: what follows from the contract of such a tool is held back with it;
//   - a plan that is too long is not told by how much, nor where the limit lies;
//   - a rule that this file does not know is reported without a word of its own.
type model struct {
	out      stream
	options  Options
	findings []byte
	beyond   bool // something was found that no plan can settle
}

func newModel(w io.Writer, o Options) Reporter { return &model{out: stream{w: w}, options: o} }

func (r *model) File(f *lint.File) error {
	hidden := unavailable(f)
	for _, nowhere := range [...]bool{true, false} { // what is told without its place would tell it by its turn
		for i := range f.Findings {
			if d := &f.Findings[i]; advices[d.Rule].nowhere == nowhere {
				r.judge(d, hidden)
			}
		}
	}
	return r.out.err
}

// judge tells of a finding what may be told. Some tools may be hidden.
func (r *model) judge(d *lint.Finding, hidden map[string]bool) {
	fails := r.options.fails(d.Severity)
	a, known := advices[d.Rule]
	switch {
	case !fails && !r.options.Verbose:
	case len(hidden) > 0 && a.from != plan && (a.from == contracts || hidden[d.Tool]):
	case known:
		r.finding(d, a)
	case fails:
		r.beyond = true
	}
}

func (r *model) Close(s lint.Summary) error {
	refused := s.Failure != nil || r.beyond || r.options.refuses(&s)
	if s.Failure != nil || r.beyond {
		r.finding(&lint.Finding{}, advice{code: "not-judged", found: "the plan could not be judged",
			fix: "leave the plan as it is and tell whoever runs planlint: no change of the plan settles this"})
	}
	b := append(r.out.buf, "{\n \"schema_version\": "...)
	b = strconv.AppendInt(b, schemaVersion, 10)
	b = strconv.AppendBool(append(b, ",\n \"accepted\": "...), !refused)
	b = appendList(append(b, ",\n \"findings\": "...), r.findings)
	r.out.buf = append(b, "\n}\n"...)
	return r.out.flush()
}

func (r *model) finding(d *lint.Finding, a advice) {
	code, reason, step, path, found, fix := d.Rule, d.Reason, d.Step, string(d.Pointer), a.found, a.fix
	if a.code != "" {
		code = a.code
	}
	switch {
	case a.code == toolUnavailable:
		reason = "tool_unavailable"
		found = strings.Join(d.Violations, ", ")
	case a.nowhere:
		step, path = "", ""
	}
	if found == "" {
		found = d.Message
	}
	if fix == "" {
		fix = d.Hint
	}
	b := r.findings
	if len(b) > 0 {
		b = append(b, ',')
	}
	b = appendString(append(b, "\n  {\"code\": "...), code)
	b = appendString(append(b, ", \"reason\": "...), reason)
	b = appendString(append(b, ", \"step\": "...), step)
	b = appendString(append(b, ", \"path\": "...), path)
	b = appendString(append(b, ", \"found\": "...), tree.Visible(found))
	b = appendString(append(b, ", \"fix\": "...), tree.Visible(fix))
	r.findings = append(b, '}')
}

// unavailable are the tools of a file's plans that the agent can't call, for whatever reason.
func unavailable(f *lint.File) map[string]bool {
	var tools map[string]bool
	for i := range f.Findings {
		if d := &f.Findings[i]; advices[d.Rule].code == toolUnavailable {
			if tools == nil {
				tools = map[string]bool{}
			}
			tools[d.Tool] = true
		}
	}
	return tools
}

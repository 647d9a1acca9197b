package cmd

import (
	"fmt"
	"slices"
	"strings"

	"github.com/planlint/planlint/dryrun"
	"github.com/planlint/planlint/lint/rules"
)

// reasonDocument is what explain prints of a reason as JSON.
type reasonDocument struct {
	Reason string   `json:"reason"`
	Title  string   `json:"title"`
	Means  string   `json:"means"`
	Fix    string   `json:"fix"`
	Rules  []string `json:"rules"` // whose findings have it
}

// ownReasons are those that no run has: they are about the call of planlint itself.
var ownReasons = []reasonDocument{
	{"usage", "the call, a file or the configuration is at fault", "What the command line asks for can't be done as it stands. Nothing ran.",
		"The message says what was found and what is allowed; the command's --help shows how it is called.", []string{}},
	{"configuration", "the configuration is at fault", "planlint.yaml or a contract has faults, so no plan can be judged by it. Nothing ran.",
		"The faults are shown at their places; planlint config show prints what is in force.", []string{}},
	{"unwritten", "what was to be printed or written is not whole", "A file, a pipe or a disk did not take it. The run itself went well, and is on the record.",
		"planlint show RUN prints it again.", []string{}},
	{"failed", "planlint could not work", "Something failed that planlint has no word for.", "The message is all there is. If it looks like a fault of planlint, report it.", []string{}},
}

// reasonOf explains a reason: one of a run, one that findings have, or both. It is nil where it is neither.
func reasonOf(code string) *reasonDocument {
	r := &reasonDocument{Reason: code, Rules: []string{}}
	for _, rule := range rules.All() {
		if rule.Reason == code {
			r.Rules = append(r.Rules, rule.ID)
		}
	}
	for _, known := range dryrun.Reasons() {
		if string(known.Code) == code {
			r.Title, r.Means, r.Fix = known.Title, known.Means, known.Fix
			return r
		}
	}
	for i := range ownReasons {
		if ownReasons[i].Reason == code {
			return &ownReasons[i]
		}
	}
	if len(r.Rules) == 0 {
		return nil
	}
	r.Title = "the plan is refused"
	r.Means = "The first fault of the plan that the executor would stop at is of this kind. Nothing ran."
	r.Fix = "planlint check shows it, and all others, at their places."
	return r
}

// reasonNames are the reasons that explain knows, each once.
func reasonNames() []string {
	var names []string
	for _, r := range dryrun.Reasons() {
		names = append(names, string(r.Code))
	}
	for i := range ownReasons {
		names = append(names, ownReasons[i].Reason)
	}
	for _, r := range rules.All() {
		if r.Reason != "" && !slices.Contains(names, r.Reason) {
			names = append(names, r.Reason)
		}
	}
	return names
}

// page is the reason for people.
func (r *reasonDocument) page(colours bool) string {
	bold := emphasis(colours)
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s\n", bold.Sprint(r.Reason), r.Title)
	section := func(title, text string) {
		fmt.Fprintf(&b, "\n%s\n%s", bold.Sprint(title), indent(wrap(text, 96), "  "))
	}
	section("What it means", r.Means)
	section("What to do", r.Fix)
	if len(r.Rules) > 0 {
		section("Rules whose findings have it", strings.Join(r.Rules, ", "))
	}
	return b.String()
}

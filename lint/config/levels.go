package config

import (
	"fmt"

	"github.com/planlint/planlint/contracts/shape"
	"github.com/planlint/planlint/contracts/suggest"
	"github.com/planlint/planlint/contracts/tree"
	"github.com/planlint/planlint/lint"
)

// levels reads how bad the findings of a rule are. What the seed refuses stays an error: a rule with a reason, and
// syntax and its like, which leave no plan to judge. So does a broken contract, which leaves nothing to judge by.
func (l *loader) levels(r shape.Reader, key tree.Ref) {
	r, n := l.part(r, key, "rules")
	if !r.Map(n, "rules") {
		return
	}
	known := make(map[string]*lint.Rule, len(l.rules))
	ids := make([]string, 0, len(l.rules))
	for i := range l.rules {
		known[l.rules[i].ID] = &l.rules[i]
		ids = append(ids, l.rules[i].ID)
	}
	for k, v := range r.Tree.Members(n) {
		id := r.Tree.Text(k)
		rule := known[id]
		if rule == nil && len(known) > 0 {
			hint := "planlint rules lists them"
			if near := suggest.Nearest(id, ids); near != "" {
				hint = fmt.Sprintf("did you mean %q?", near)
			}
			r.Report(misfit(r.Tree.Place(k), fmt.Sprintf("unknown rule %s", tree.Quote(id)), hint))
			continue
		}
		word, ok := r.Word(v, "rules."+label(id), "off", "note", "warning", "error")
		if !ok {
			continue
		}
		level, _ := lint.ParseSeverity(word)
		switch {
		case rule == nil:
		case rule.Reason == "" && rule.Group != lint.Malformed && !(rule.Group == lint.Contracts && rule.Severity == lint.Error):
			l.config.Deployment.Levels[id] = level
		case level != lint.Error:
			r.Report(misfit(r.Tree.Place(v), fmt.Sprintf("rule %q is always an error, so it cannot be %s", id, word),
				"remove the line"))
		}
	}
}

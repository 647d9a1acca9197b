package config

import (
	"bytes"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/planlint/planlint/contracts/tree"
	"github.com/planlint/planlint/lint"
)

// Setting is one effective value, and where it comes from.
type Setting struct {
	Key   string          // such as "limits.max_steps" or "tools.notify.command"; names that are not plain stand in ["…"]
	Value json.RawMessage // compact
	Place tree.Place      // the zero Place where no file says so
	From  string          // "default" or "command line" where Place is the zero Place
}

// nested are the parts inside a part that may lie in files of their own, and are recorded there.
var nested = []string{"autonomy.classes", "autonomy.grants", "autonomy.revocations"}

// record notes what is written below a node, one setting for each value that is no map and for each list without maps.
func (l *loader) record(t *tree.Tree, n tree.Ref, key string) {
	switch t.Kind(n) {
	case tree.Object:
		for k, v := range t.Members(n) {
			below := join(key, t.Text(k))
			if !slices.Contains(nested, below) {
				l.record(t, v, below)
			}
		}
		if t.Count(n) == 0 {
			l.setting(key, n, t)
		}
	case tree.Array:
		for _, e := range t.Elements(n) {
			if t.Kind(e) == tree.Object {
				for i, e := range t.Elements(n) {
					l.record(t, e, fmt.Sprintf("%s[%d]", key, i))
				}
				return
			}
		}
		l.setting(key, n, t)
	default:
		l.setting(key, n, t)
	}
}

// setting notes one value. Where runs are kept is noted without its password.
func (l *loader) setting(key string, n tree.Ref, t *tree.Tree) {
	s := Setting{Key: key, Place: t.Place(n)}
	if key == "store" {
		s.Value = quote(l.config.Store.shown(t.Text(n)))
	} else {
		s.Value = appendJSON(nil, t, n)
	}
	l.config.settings = append(l.config.settings, s)
}

var plainName = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[A-Za-z0-9_-]+$`) })

func join(key, name string) string {
	if plainName().MatchString(name) {
		return key + "." + name
	}
	return key + "[" + string(quote(name)) + "]"
}

// quote writes a text as JSON.
func quote(s string) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	_ = e.Encode(s) // a string in memory: neither can fail
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}

// appendJSON writes a value as compact JSON, numbers as they are. Its depth is that of the document, which reading caps.
func appendJSON(b []byte, t *tree.Tree, n tree.Ref) []byte {
	switch t.Kind(n) {
	case tree.Object:
		b = append(b, '{')
		first := true
		for k, v := range t.Members(n) {
			if !first {
				b = append(b, ',')
			}
			first = false
			b = append(append(b, quote(t.Text(k))...), ':')
			b = appendJSON(b, t, v)
		}
		return append(b, '}')
	case tree.Array:
		b = append(b, '[')
		for i, e := range t.Elements(n) {
			if i > 0 {
				b = append(b, ',')
			}
			b = appendJSON(b, t, e)
		}
		return append(b, ']')
	case tree.String:
		return append(b, quote(t.Text(n))...)
	case tree.Number, tree.Bool:
		return append(b, t.Text(n)...)
	}
	return append(b, "null"...)
}

// Settings are all effective values: what is written, then the defaults, section by section.
func (c *Config) Settings(rules []lint.Rule) []Setting {
	written := map[string]bool{}
	for _, s := range c.settings {
		written[s.Key] = true
	}
	list := slices.Clone(c.settings)
	standard := func(key string, value []byte) {
		if !written[key] {
			list = append(list, Setting{Key: key, Value: value, From: "default"})
		}
	}
	for i := range c.Tools {
		if t := &c.Tools[i]; t.Runs() {
			standard(join("tools", t.Name)+".timeout", quote(length(t.Timeout)))
			standard(join("tools", t.Name)+".max_output", quote(bytesText(t.MaxOutput)))
		}
	}
	in := c.Deployment.Input
	standard("input.trust", quote(map[bool]string{true: "trusted", false: "untrusted"}[in.Trusted]))
	standard("input.sensitivity", quote(in.Sensitivity))
	standard("autonomy.waives_declared_approval", []byte("true"))
	limits := &c.Limits
	standard("limits.max_steps", strconv.AppendInt(nil, int64(limits.MaxSteps), 10))
	standard("limits.max_replans", strconv.AppendInt(nil, int64(limits.MaxReplans), 10))
	standard("limits.max_run_replans", strconv.AppendInt(nil, int64(limits.MaxRunReplans), 10))
	standard("limits.idempotency_ttl", quote(length(limits.IdempotencyTTL)))
	standard("limits.approval_ttl", quote(length(limits.ApprovalTTL)))
	standard("limits.planner_timeout", quote(length(limits.PlannerTimeout)))
	standard("limits.lease", quote(length(limits.Lease)))
	standard("store", quote(DefaultStore))
	standard("structure.require_terminal", []byte("false"))
	standard("structure.require_verifier", []byte("false"))
	standard("drafts", quote("successors"))
	for i := range rules {
		standard("rules."+rules[i].ID, quote(rules[i].Severity.String()))
	}
	slices.SortStableFunc(list, func(a, b Setting) int { return section(a.Key) - section(b.Key) })
	return list
}

// section is where a key's part stands among all of them.
func section(key string) int {
	name := key
	if i := strings.IndexAny(key, ".["); i >= 0 {
		name = key[:i]
	}
	return slices.Index(sections, name)
}

// length is a duration as a configuration writes it: without units that are zero.
func length(d time.Duration) string {
	s := d.String()
	if strings.HasSuffix(s, "m0s") {
		s = strings.TrimSuffix(s, "0s")
	}
	if strings.HasSuffix(s, "h0m") {
		s = strings.TrimSuffix(s, "0m")
	}
	return s
}

// bytesText writes a number of bytes as the configuration does, in the largest unit that divides it.
func bytesText(n int64) string {
	for _, u := range []struct {
		name string
		size int64
	}{{"GiB", 1 << 30}, {"MiB", 1 << 20}, {"KiB", 1 << 10}} {
		if n >= u.size && n%u.size == 0 {
			return fmt.Sprintf("%d%s", n/u.size, u.name)
		}
	}
	return fmt.Sprintf("%dB", n)
}

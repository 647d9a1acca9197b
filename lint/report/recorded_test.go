package report

import (
	"encoding/json"
	"strings"

	"github.com/planlint/planlint/contracts/tree"
	"github.com/planlint/planlint/lint"
)

// recording is what a check might hand to a reporter.
type recording struct {
	name    string
	options Options
	files   []*lint.File
	summary lint.Summary
	drawing bool // about how lines are drawn, which only people's formats do
}

// kept reports whether what a format makes of a recording is kept as a file to compare with. Of recordings that are
// about what people see, that is so for the first three formats; the others are held against their schemas.
func (r *recording) kept(format string) bool {
	switch format {
	case "text", "concise", "json":
		return true
	}
	return !r.drawing && !strings.HasSuffix(r.name, "-color") && !strings.HasSuffix(r.name, "-quiet")
}

// source is a file whose text has fault marks: «…» around each span that a test points at.
type source struct {
	*tree.Source
	spans []tree.Span
}

func newSource(name, marked string) source {
	s := source{Source: &tree.Source{Name: name}}
	var b strings.Builder
	var open []int
	for _, r := range marked {
		switch r {
		case '«':
			open = append(open, len(s.spans))
			s.spans = append(s.spans, tree.Span{Start: b.Len()})
		case '»':
			s.spans[open[len(open)-1]].End = b.Len()
			open = open[:len(open)-1]
		default:
			b.WriteRune(r)
		}
	}
	s.Text = strings.ReplaceAll(b.String(), "\x00", "\xff") // an invalid byte; as long as what stands for it
	return s
}

func (s source) at(i int) tree.Place { return tree.Place{Source: s.Source, Span: s.spans[i]} }

// file is a file with its findings.
func (s source) file(findings ...lint.Finding) *lint.File {
	return &lint.File{Source: s.Source, Plans: 1, Steps: 2, Digests: []string{"sha256:" + strings.Repeat("0a", 32)}, Findings: findings}
}

// fault is a small finding.
func fault(p tree.Place, related ...lint.Related) lint.Finding {
	return lint.Finding{Rule: "wrong-type", Reason: "arguments", Severity: lint.Error,
		Message: "the fault", Hint: "mend it", Place: p, Related: related, Fingerprint: "f1"}
}

func one(name, marked string, related ...int) recording {
	s := newSource("plan.yaml", marked)
	f := fault(s.at(0))
	for _, i := range related {
		f.Related = append(f.Related, lint.Related{Place: s.at(i), Message: "related " + string(rune('0'+i))})
	}
	return recording{name: name, files: []*lint.File{s.file(f)}, summary: lint.Summary{Files: 1, Plans: 1, Steps: 2, Errors: 1}, drawing: true}
}

func booking() recording {
	contracts := newSource("contracts.yaml", "contracts:\n  book_flight:\n    accepts:\n      properties: {seats: «{type: integer}»}\n")
	plan := newSource("plan.yaml", `goal: get them to New York
steps:
  - id: s1
    tool: search_flights
    arguments: {origin: LHR, destination: JFK}
  - id: s2
    tool: book_flight
    arguments:
      seats: «"2"»
      flight: BA117
      «seat»: 3
    depends_on: [s1, «s0»]
`)
	return recording{
		name: "booking",
		files: []*lint.File{
			plan.file(
				lint.Finding{Rule: "wrong-type", Reason: "arguments", Severity: lint.Error, Primary: true,
					Message: `argument "seats" of book_flight is a string, not an integer`, Hint: "write 2 without quotes",
					Place: plan.at(0), Pointer: "/steps/1/arguments/seats", Step: "s2", Tool: "book_flight", Violations: []string{"seats"},
					Payload:     json.RawMessage(`{"seats":"2","flight":"BA117","seat":3}`),
					Related:     []lint.Related{{Place: contracts.at(0), Message: "declared here"}},
					Fingerprint: "1c9f"},
				lint.Finding{Rule: "undeclared-argument", Reason: "arguments", Severity: lint.Error,
					Message: `book_flight takes no argument "seat"`, Hint: `did you mean "seats"?`,
					Place: plan.at(1), Pointer: "/steps/1/arguments/seat", Step: "s2", Tool: "book_flight", Violations: []string{"seat"},
					PayloadOmitted: true, Fingerprint: "77e0"},
				lint.Finding{Rule: "unknown-dependency", Reason: "dependency", Severity: lint.Error,
					Message: `no step has the id "s0"`, Hint: "name a step of this plan",
					Place: plan.at(2), Pointer: "/steps/1/depends_on/1", Step: "s2", Violations: []string{"s0"}, Fingerprint: "b001"},
			),
			newSource("plans/fine.yaml", "goal: x\n").file(),
		},
		summary: lint.Summary{Files: 2, Plans: 2, Steps: 4, Errors: 3, NotChecked: []lint.NotChecked{
			{What: "s1 outcome", Why: "search_flights declares no returns"},
			{What: "s2 outcome", Why: "book_flight declares no returns"},
			{What: "s1 outcome", Why: "search_flights declares no returns"},
			{What: "s7 outcome", Why: "search_flights declares no returns"},
		}},
	}
}

func loop() recording {
	s := newSource("loop.yaml", "steps:\n  - id: «a»\n    depends_on: [«c»]\n  - id: b\n    depends_on: [«a»]\n\n\n  - id: c\n    depends_on: [«b»]\n  - id: d\n    depends_on: [c]\n")
	f := fault(s.at(0))
	f.Rule, f.Reason, f.Message, f.Hint = "dependency-cycle", "cycle", "steps wait for each other: a, c, b", "remove one of these dependencies"
	f.Violations, f.Blocked = []string{"a", "b", "c"}, []string{"d", "e with spaces", "f", "g", "h", "i", "j", "k", "l", "m"}
	f.Step = "a"
	for _, r := range []struct {
		i    int
		text string
	}{{1, "a waits for c"}, {3, "c waits for b"}, {2, "b waits for a"}} {
		f.Related = append(f.Related, lint.Related{Place: s.at(r.i), Message: r.text, Flow: true})
	}
	return recording{name: "loop", files: []*lint.File{s.file(f)}, summary: lint.Summary{Files: 1, Plans: 1, Steps: 4, Errors: 1}}
}

func severities() recording {
	s := newSource("a.yaml", "«one»\n«two»\n«three»\n")
	warning, note, nowhere := fault(s.at(1)), fault(s.at(2)), fault(tree.Place{})
	warning.Severity, warning.Rule, warning.Tool, warning.Hint = lint.Warning, "unordered-writes", "book_flight", ""
	note.Severity, note.Rule, note.Hint = lint.Note, "unstated-reversibility", ""
	nowhere.Related = []lint.Related{{Message: "as the command line says"}}
	f := s.file(fault(s.at(0)), warning, note, nowhere)
	f.Plans, f.Digests = 2, []string{"sha256:" + strings.Repeat("01", 32), "sha256:" + strings.Repeat("02", 32)}
	return recording{name: "severities", files: []*lint.File{f, newSource("b.yaml", "x").file()},
		summary: lint.Summary{Files: 2, Plans: 3, Steps: 1, Errors: 2, Warnings: 1, Notes: 1, Suppressed: 3}}
}

func hostile() recording {
	s := newSource("pl\u202ean\n.yaml", "goal: \"\u202e«x\u200b\u0007é»\u202c\" \x00 \u001b[31m\r\n")
	f := fault(s.at(0), lint.Related{Place: s.at(0), Message: "also \u2066here"})
	f.Message, f.Hint = "bad \u202etext \x1b[2J", "see\nme <&> \xff"
	f.Step, f.Tool, f.Blocked, f.Violations = "s\u200b1", "", []string{"x\ny", ""}, []string{"\xff"}
	f.Pointer, f.Payload = "/\xff\u202e", json.RawMessage("{\"a\":\"\u202e\xff\U000e0041\x7f<\"}")
	return recording{name: "hostile", files: []*lint.File{s.file(f)},
		summary: lint.Summary{Files: 1, Plans: 1, Steps: 1, Errors: 1, NotChecked: []lint.NotChecked{{What: "a\u202eb", Why: "c\nd"}}}}
}

func manyPlaces() recording {
	var text strings.Builder
	for range 14 {
		text.WriteString("- «id»: x\n\n\n")
	}
	s := newSource("many.yaml", text.String())
	f := fault(s.at(0))
	for i := 1; i < 14; i++ {
		f.Related = append(f.Related, lint.Related{Place: s.at(i), Message: "again"})
	}
	var not []lint.NotChecked
	for i := range 9 {
		for j := range 6 {
			not = append(not, lint.NotChecked{What: "s" + string(rune('0'+j)), Why: "reason " + string(rune('a'+i))})
		}
	}
	return recording{name: "many-places", files: []*lint.File{s.file(f)},
		summary: lint.Summary{Files: 14, Plans: 14, Steps: 61, Errors: 1, NotChecked: not}}
}

func longLine() recording {
	pad := strings.Repeat(`{"id":"é","tool":"x"},`, 4000)
	r := one("long-line", `{"steps":[`+pad+`{"id":«"数数"»,"arguments":{"a":«1»}},`+pad+`«{"a":1}»]}`, 1, 2)
	r.options.Width = 60
	return r
}

// unreadable is a plan that is no YAML, between others.
func unreadable() recording {
	s := newSource("plans/broken.yaml", "goal: x\nsteps: «[»\n")
	f := lint.Finding{Rule: "syntax", Reason: "malformed", Detail: "syntax", Severity: lint.Error, Primary: true,
		Message: "the list is not closed", Hint: "add a ]", Place: s.at(0), Fingerprint: "0001"}
	file := s.file(f)
	file.Plans, file.Steps, file.Digests = 0, 0, nil
	return recording{name: "unreadable", files: []*lint.File{newSource("plans/a.yaml", "x").file(), file, newSource("plans/c.json", "{}").file()},
		summary: lint.Summary{Files: 3, Plans: 2, Steps: 4, Errors: 1}}
}

// elsewhere has files outside the working directory, names that are awkward, and a finding in another file than its own.
func elsewhere() recording {
	up, root, odd := newSource("../up/plan.yaml", "«a»"), newSource("/etc/plan.yaml", "«a»"), newSource("a b/100%:,\"<plan>'&.yaml", "«a»: @team #12 ![x](y)")
	drive, config := newSource("C:/plans/plan.yaml", "«a»"), newSource("planlint.yaml", "tools: «{}»")
	mention := fault(odd.at(0))
	mention.Message, mention.Hint = "@team, see #12 and [this](https://example.com) <b>|`x`</b> \\|", "a|b *c* _d_ e_f www.example.com %0A::error::x"
	r := recording{name: "elsewhere", options: Options{Dir: "/repo/tree"}, summary: lint.Summary{Files: 4, Plans: 4, Steps: 8, Errors: 6}}
	for _, s := range []source{up, root, odd, drive} {
		r.files = append(r.files, s.file(fault(s.at(0), lint.Related{Place: up.at(0), Message: "there"})))
	}
	r.files[2].Findings = []lint.Finding{mention, fault(config.at(0)), fault(config.at(0))}
	return r
}

// crowd has more findings of each kind than GitHub shows.
func crowd() recording {
	s := newSource("crowd.yaml", strings.Repeat("- «x»\n", 36))
	f := s.file()
	for i := range s.spans {
		d := fault(s.at(i))
		d.Severity = []lint.Severity{lint.Error, lint.Warning, lint.Note}[i%3]
		f.Findings = append(f.Findings, d)
	}
	return recording{name: "crowd", files: []*lint.File{f}, summary: lint.Summary{Files: 1, Plans: 1, Steps: 36, Errors: 12, Warnings: 12, Notes: 12}}
}

func failed(r recording, message string) recording {
	r.name += "-failed"
	r.summary.Failure = &lint.Failure{Message: message, Exit: 2}
	return r
}

func with(r recording, name string, change func(*recording)) recording {
	r.name = name
	change(&r)
	return r
}

func recordings() []recording {
	return []recording{
		{name: "nothing"},
		{name: "clean", files: []*lint.File{newSource("a.yaml", "x").file()}, summary: lint.Summary{Files: 14, Plans: 14, Steps: 61}},
		{name: "clean-contracts", files: []*lint.File{{Source: &tree.Source{Name: "c.yaml"}}}, summary: lint.Summary{Files: 1, Suppressed: 1}},
		booking(),
		with(booking(), "booking-color", func(r *recording) { r.options.Color = true }),
		with(booking(), "booking-quiet", func(r *recording) { r.options.Quiet = true }),
		with(booking(), "booking-verbose", func(r *recording) {
			r.options.Verbose = true
			for i := range r.files[0].Findings {
				r.files[0].Findings[i].Context = tree.Span{Start: 123, End: 280}
			}
		}),
		with(booking(), "booking-no-payload", func(r *recording) { r.options.NoPayload, r.options.Version = true, "0.1.0" }),
		loop(),
		failed(recording{name: "nothing"}, "no file matches plans/\u202e*.yaml\n::error::x ]]> <x> @team"),
		failed(booking(), "reading contract \"a.yaml\": no such file"),
		unreadable(),
		elsewhere(),
		with(elsewhere(), "elsewhere-no-dir", func(r *recording) { r.options.Dir = "" }),
		crowd(),
		with(severities(), "severities-fail-on-warning", func(r *recording) { r.options.FailOn = lint.Warning }),
		with(booking(), "booking-rules", func(r *recording) {
			r.options.Version, r.options.Rules = "0.1.0", []lint.Rule{
				{ID: "wrong-type", Title: "an argument is of another type", Reason: "arguments", Group: lint.Steps, Severity: lint.Error,
					What: "What.", Why: "Why.", Bad: "a: ```\n", Good: "b: 1\n", Fix: "Fix it."},
				{ID: "missing-intent", Title: "a step does not say what it is for", Group: lint.Quality, Severity: lint.Off, What: "What.", Why: "Why."},
				{ID: "a-note", Group: lint.Quality, Severity: lint.Note},
			}
		}),
		severities(),
		with(severities(), "severities-color", func(r *recording) { r.options.Color = true }),
		hostile(),
		with(hostile(), "hostile-color", func(r *recording) { r.options.Color = true }),
		manyPlaces(),
		with(manyPlaces(), "many-places-verbose", func(r *recording) { r.options.Verbose = true }),
		longLine(),
		one("wide", "a: {数学: «\"日本\"», é́: «e\u0301»} # 🇩🇪 «❤\ufe0f»\n", 1, 2),
		one("tabs", "\ta:\t«1»\tb: «2»\n", 1),
		one("crlf", "goal: x\r\nsteps: «[]»\r\nmore: «y\r\nz»\r\n", 1),
		one("bom", tree.BOM+"«gaol»: x\n"),
		one("end-of-file", "goal: x\n«»"),
		one("end-of-line", "goal:«»\nx: 1\n"),
		one("empty-file", "«»"),
		one("several-lines", "a: 1\nsteps: «  \n  - id: x\n  - id: y\n\n\n»b: «2»\n", 1),
		one("several-lines-beside", "a: «{b: «[1,\n 2]\n}»\n»c: 3\n", 1),
		one("block-of-one-line", "a: «|\n»\nb: 1\n"),
		one("same-line", "{«a»: 1, «a»: 2, «a»: 3, «a»: 4}\n", 1, 2, 3),
		one("same-line-first-is-last", "{«a»: 1, b: 2}\n\n{c: «3»}\n", 1),
		one("earlier-line", "x: 0\nx: «1»\nfar: 1\naway: 1\n«x»: 2\n", 1),
		one("overlap", "a: «{b: «c»}»\n", 1),
		with(one("", "x: «0»\n"), "narrow", func(r *recording) { r.options.Width = 1 }),
		with(one("", strings.Repeat("x: 1, ", 30)+"«tail»"), "cut-left", func(r *recording) { r.options.Width = 40 }),
		with(one("", strings.Repeat("x: 1, ", 8)+"«"+strings.Repeat("token ", 30)+"»"+strings.Repeat(", y: 1", 8)), "cut-token", func(r *recording) { r.options.Width = 60 }),
		with(one("", "«k»: "+strings.Repeat("数", 100)), "cut-right", func(r *recording) { r.options.Width = 40 }),
		with(one("", "k\u0301"+strings.Repeat("\u0301", 500)+"«v»"+strings.Repeat("\u0301", 500)), "cut-marks", func(r *recording) { r.options.Width = 60 }),
	}
}

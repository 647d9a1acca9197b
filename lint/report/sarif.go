package report

import (
	"fmt"
	"io"
	"strconv"

	"github.com/planlint/planlint/contracts/tree"
	"github.com/planlint/planlint/lint"
)

// maxSARIFResults is how many results of one run GitHub accepts. More are written all the same, and the document says
// that there are more.
const maxSARIFResults = 25_000

// sarif writes SARIF 2.1.0: one log with one run. Results are written as they come; files, and what planlint has to
// say of the run itself, follow.
type sarif struct {
	out     stream
	options Options
	begun   bool
	rules   map[string]int // index in the driver's rules
	files   []sarifArtifact
	index   map[string]int // of files, by name
	results int
}

func newSARIF(w io.Writer, o Options) Reporter {
	r := &sarif{out: stream{w: w}, options: o, rules: make(map[string]int, len(o.Rules)), index: map[string]int{}}
	for i := range o.Rules {
		r.rules[o.Rules[i].ID] = i
	}
	return r
}

// begin writes what stands before the results.
func (r *sarif) begin() error {
	if r.begun {
		return nil
	}
	r.begun = true
	b := append(r.out.buf, "{\n \"$schema\": \"https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json\",\n"+
		" \"version\": \"2.1.0\",\n \"runs\": [{\n  \"tool\": {\"driver\": "...)
	b, err := appendJSON(b, sarifDriver{Name: "planlint", InformationURI: home, Version: tree.Visible(r.options.Version)})
	if err != nil {
		return err
	}
	b = append(b[:len(b)-1], ",\"rules\":["...) // within the driver
	for i := range r.options.Rules {
		if i > 0 {
			b = append(b, ',')
		}
		if b, err = appendJSON(append(b, "\n   "...), newSARIFRule(&r.options.Rules[i])); err != nil {
			return err
		}
	}
	if len(r.options.Rules) > 0 {
		b = append(b, "\n  "...)
	}
	b = append(b, "]}},\n  \"columnKind\": \"unicodeCodePoints\",\n"...)
	if r.options.Dir != "" {
		b = append(b, "  \"originalUriBaseIds\": {\"%SRCROOT%\": {\"uri\": "...)
		b = append(appendString(b, fileURI(r.options.Dir, true)), "}},\n"...)
	}
	r.out.buf = append(b, "  \"results\": ["...)
	return nil
}

func (r *sarif) File(f *lint.File) error {
	if err := r.begin(); err != nil {
		return err
	}
	if f.Source != nil && f.Source.Name != "" {
		if _, known := r.index[f.Source.Name]; !known {
			r.index[f.Source.Name] = len(r.files)
			r.files = append(r.files, sarifArtifact{Location: r.artifact(f.Source), Length: len(f.Source.Text), Roles: []string{"analysisTarget"}})
		}
	}
	for i := range f.Findings {
		result := r.result(f, &f.Findings[i])
		if r.results++; r.results > 1 {
			r.out.buf = append(r.out.buf, ',')
		}
		b, err := appendJSON(append(r.out.buf, "\n   "...), &result)
		if err != nil {
			return fmt.Errorf("internal error: the payload of %s at %s is no JSON", f.Findings[i].Rule, f.Findings[i].Pointer)
		}
		r.out.buf = b
		r.out.spill()
	}
	return r.out.flush()
}

func (r *sarif) Close(s lint.Summary) error {
	if err := r.begin(); err != nil {
		return err
	}
	b := r.out.buf
	if r.results > 0 {
		b = append(b, "\n  "...)
	}
	b = append(b, "],\n  \"artifacts\": ["...)
	for i := range r.files {
		if i > 0 {
			b = append(b, ',')
		}
		r.files[i].Location.Index = nil
		var err error
		if b, err = appendJSON(append(b, "\n   "...), &r.files[i]); err != nil {
			return err
		}
	}
	if len(r.files) > 0 {
		b = append(b, "\n  "...)
	}
	invocation := r.invocation(&s)
	b, err := appendJSON(append(b, "],\n  \"invocations\": ["...), &invocation)
	if err != nil {
		return err
	}
	r.out.buf = append(b, "]\n }]\n}\n"...)
	return r.out.flush()
}

// invocation says how the run itself went.
func (r *sarif) invocation(s *lint.Summary) sarifInvocation {
	v := sarifInvocation{ExecutionSuccessful: s.Failure == nil}
	if s.Failure != nil {
		v.ExitCode = &s.Failure.Exit
		v.Execution = append(v.Execution, sarifNotification{Level: "error", Message: sarifPlain(failure(s.Failure)),
			Descriptor: &sarifDescriptor{failureRule}})
	}
	if r.results > maxSARIFResults {
		v.Execution = append(v.Execution, sarifNotification{Level: "warning", Descriptor: &sarifDescriptor{"too-many-results"},
			Message: sarifPlain(fmt.Sprintf("this run has %d results, and GitHub accepts %d: check fewer files at once", r.results, maxSARIFResults))})
	}
	if s.Suppressed > 0 {
		v.Configuration = append(v.Configuration, sarifNotification{Level: "note", Descriptor: &sarifDescriptor{"baseline"},
			Message: sarifPlain(strconv.Itoa(s.Suppressed) + " held back by the baseline")})
	}
	for _, n := range distinct(s.NotChecked) {
		v.Configuration = append(v.Configuration, sarifNotification{Level: "note", Descriptor: &sarifDescriptor{"not-checked"},
			Message: sarifPlain("not checked: " + tree.Visible(n.What) + ": " + tree.Visible(n.Why))})
	}
	return v
}

// result is a finding.
func (r *sarif) result(f *lint.File, d *lint.Finding) sarifResult {
	s := sarifResult{RuleID: d.Rule, Level: d.Severity.String(), Message: sarifPlain(sentence(d))}
	if i, known := r.rules[d.Rule]; known {
		s.RuleIndex = &i
	}
	at := sarifLocation{Physical: r.physical(placeOf(f, d), true)}
	if d.Step != "" || d.Pointer != "" {
		at.Logical = []sarifLogical{{Name: d.Step, Full: string(d.Pointer), Kind: "value"}}
	}
	s.Locations = []sarifLocation{at}
	var flow []sarifFlowLocation
	for i := range d.Related {
		place := &d.Related[i]
		if !place.Place.Known() {
			continue // the message says it
		}
		l := sarifLocation{ID: len(s.Related) + 1, Physical: r.physical(place.Place, false)}
		if place.Message != "" {
			m := sarifPlain(tree.Visible(place.Message))
			l.Message = &m
		}
		s.Related = append(s.Related, l)
		if place.Flow {
			l.ID = len(flow) + 1
			flow = append(flow, sarifFlowLocation{l})
		}
	}
	if len(flow) > 0 {
		s.Flows = []sarifCodeFlow{{[]sarifThreadFlow{{flow}}}}
	}
	if d.Fingerprint != "" {
		s.Fingerprints = &sarifFingerprints{d.Fingerprint}
	}
	s.Properties = sarifProperties{Reason: d.Reason, Detail: d.Detail, Primary: d.Primary, Step: d.Step, Tool: d.Tool, Violations: d.Violations,
		Blocked: d.Blocked, PayloadOmitted: d.PayloadOmitted || r.options.NoPayload && len(d.Payload) > 0}
	if !r.options.NoPayload {
		s.Properties.Payload = d.Payload
	}
	return s
}

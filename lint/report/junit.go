package report

import (
	"io"
	"strconv"

	"github.com/planlint/planlint/contracts/tree"
	"github.com/planlint/planlint/lint"
)

// junit writes JUnit's XML, for systems that know tests rather than findings. A file is a suite. A finding that fails
// the check is a failed test; any other is a test that passed and said something on its output, since the systems have
// no word for a warning and a failed test fails the build. A clean file is one test that passed. Where the check could
// not be done, a last suite holds one test with an error.
//
// A test's name has no line, so that its history goes on when a plan grows above it.
type junit struct {
	out     stream
	options Options
	begun   bool
	names   map[string]int
}

func newJUnit(w io.Writer, o Options) Reporter {
	return &junit{out: stream{w: w}, options: o, names: map[string]int{}}
}

func (r *junit) begin() {
	if !r.begun {
		r.begun = true
		r.out.buf = append(r.out.buf, xmlHeader+"<testsuites name=\"planlint\">\n"...)
	}
}

func (r *junit) File(f *lint.File) error {
	r.begin()
	file := nameOf(f)
	if file == "" {
		file = failurePlace
	}
	failures := 0
	for i := range f.Findings {
		if r.options.fails(f.Findings[i].Severity) {
			failures++
		}
	}
	r.suite(file, max(1, len(f.Findings)), failures, 0)
	clear(r.names)
	for i := range f.Findings {
		r.finding(f, &f.Findings[i], file)
		r.out.spill()
	}
	if len(f.Findings) == 0 {
		r.test(file, "no findings")
		r.out.buf = append(r.out.buf, "/>\n"...)
	}
	r.out.buf = append(r.out.buf, " </testsuite>\n"...)
	return r.out.flush()
}

func (r *junit) Close(s lint.Summary) error {
	r.begin()
	if s.Failure != nil {
		r.suite(failurePlace, 1, 0, 1)
		r.test(failurePlace, failureRule)
		b := appendAttribute(append(r.out.buf, ">\n   <error"...), "type", failureRule)
		b = appendAttribute(b, "message", failure(s.Failure))
		b = append(b, ">exit code "...)
		b = strconv.AppendInt(b, int64(s.Failure.Exit), 10)
		r.out.buf = append(b, "</error>\n  </testcase>\n </testsuite>\n"...)
	}
	r.out.buf = append(r.out.buf, "</testsuites>\n"...)
	return r.out.flush()
}

// suite begins a suite.
func (r *junit) suite(file string, tests, failures, errors int) {
	b := appendAttribute(append(r.out.buf, " <testsuite"...), "name", file)
	b = appendAttribute(b, "tests", strconv.Itoa(tests))
	b = appendAttribute(b, "failures", strconv.Itoa(failures))
	b = appendAttribute(b, "errors", strconv.Itoa(errors))
	r.out.buf = append(b, ">\n"...)
}

// test begins a test, without the end of its tag.
func (r *junit) test(file, name string) {
	b := appendAttribute(append(r.out.buf, "  <testcase"...), "classname", file)
	r.out.buf = appendAttribute(b, "name", name)
}

func (r *junit) finding(f *lint.File, d *lint.Finding, file string) {
	title := d.Rule
	if d.Pointer != "" {
		title += " " + string(d.Pointer)
	} else if d.Step != "" {
		title += " " + name(d.Step)
	}
	if r.names[title]++; r.names[title] > 1 {
		title += " #" + strconv.Itoa(r.names[title])
	}
	r.test(file, title)
	b := append(r.out.buf, ">\n"...)
	if r.options.fails(d.Severity) {
		b = appendAttribute(append(b, "   <failure"...), "type", d.Rule)
		b = appendAttribute(b, "message", d.Message)
		b = append(appendMarkup(append(b, '>'), details(f, d)), "</failure>\n"...)
	} else {
		b = append(appendMarkup(append(b, "   <system-out>"...), details(f, d)), "</system-out>\n"...)
	}
	r.out.buf = append(b, "  </testcase>\n"...)
}

// details are the lines about a finding. All that comes from documents is escaped by tree.Visible.
func details(f *lint.File, d *lint.Finding) string {
	var b []byte
	if p := placeOf(f, d); p.Known() {
		b = append(appendPlace(b, p), ": "...)
	}
	b = append(append(appendKind(b, d), ' '), tree.Visible(d.Message)...)
	b = append(b, '\n')
	if who := appendStep(nil, d); len(who) > 0 {
		b = append(append(b, who...), '\n')
	}
	for i := range d.Related {
		if d.Related[i].Place.Known() {
			b = append(appendPlace(b, d.Related[i].Place), ": "...)
		}
		b = append(append(b, tree.Visible(d.Related[i].Message)...), '\n')
	}
	if len(d.Blocked) > 0 {
		b = append(appendNames(append(b, "waiting behind it: "...), d.Blocked), '\n')
	}
	if d.Hint != "" {
		b = append(append(append(b, "hint: "...), tree.Visible(d.Hint)...), '\n')
	}
	return string(b)
}

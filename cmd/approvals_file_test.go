package cmd

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/planlint/planlint/contracts/tree"
	"github.com/planlint/planlint/dryrun"
)

// approvalOf is an approval of a step that holds together.
func approvalOf(step string) approval {
	parts := dryrun.Parts{Plan: "p", Contract: "c", Arguments: "a", Command: "x"}
	at := time.Date(2026, 1, 10, 0, 0, 0, 0, time.UTC)
	return approval{ID: "id-" + step, Step: step, Tool: "book", By: "ada", At: at, Expires: at.Add(time.Hour), Digest: parts.Digest(), Parts: parts}
}

func fileOf(list ...approval) *approvalsFile {
	return &approvalsFile{Version: approvalsVersion, Approvals: list}
}

// A file is read strictly: what might have been meant otherwise is refused.
func TestApprovalsDecode(t *testing.T) {
	good := jsonText(fileOf(approvalOf("s1"), approvalOf("s2")))
	for _, c := range []struct{ name, text, want string }{
		{"good", good, ""},
		{"empty list", jsonText(fileOf([]approval{}...)), ""},
		{"nothing", "", ": it is empty"},
		{"blanks", " \n", ": it is empty"},
		{"not JSON", "goal: g", `, line 1, column 1: "goal" is no JSON value`},
		{"YAML", "planlint_approvals: 1\napprovals: []\nused: null\n", `, line 1, column 1: "planlint_approvals" is no JSON value`},
		{"a list", "[]", ", line 1, column 1: a file of approvals must be a map, not a list"},
		{"null", "null", ", line 1, column 1: a file of approvals must be a map, not null"},
		{"too much", strings.Repeat(" ", maxApprovals) + good, ": it has more than 16 MiB"},
		{"more", good + "{}", "a second document where one is expected"},
		{"rubbish behind", good + "}", "text behind the end of the value"},
		{"another version", strings.Replace(good, `"planlint_approvals": 1`, `"planlint_approvals": 2`, 1), "its form has number 2, and this version knows 1"},
		{"a version that is no number", strings.Replace(good, `"planlint_approvals": 1`, `"planlint_approvals": "1"`, 1), "the number of its form must be a whole number of at least 0, not the text"},
		{"no version", `{"approvals": [], "used": null}`, `, line 1, column 1: a file of approvals lacks "planlint_approvals"`},
		{"no list", `{"planlint_approvals": 1, "used": null}`, `a file of approvals lacks "approvals"`},
		{"no mark", `{"planlint_approvals": 1, "approvals": []}`, `a file of approvals lacks "used"`},
		{"a mark of another kind", `{"planlint_approvals": 1, "approvals": [], "used": false}`, "used must be a map, not false"},
		{"half a mark", `{"planlint_approvals": 1, "approvals": [], "used": {"run": "r"}}`, `used lacks "at"`},
		{"another mark", `{"planlint_approvals": 1, "approvals": [], "used": {"run": "r", "at": "2026-01-10T00:00:00Z", "At": null}}`, `unknown key "At" in used`},
		{"a mark in capitals behind it", `{"planlint_approvals": 1, "approvals": [], "used": {"run": "r", "at": "2026-01-10T00:00:00Z"}, "USED": null}`, `, line 1, column 96: unknown key "USED" in a file of approvals`},
		{"a mark twice", `{"planlint_approvals": 1, "approvals": [], "used": {"run": "r", "at": "2026-01-10T00:00:00Z"}, "used": null}`, `, line 1, column 96: the key "used" stands twice in one map`},
		{"unknown key", strings.Replace(good, `"by"`, `"from"`, 1), `unknown key "from" in approvals[0], allowed: id, step, tool,`},
		{"a key twice", strings.Replace(good, `"by": "ada"`, `"by": "ada", "by": "bob"`, 1), `the key "by" stands twice in one map`},
		{"a key in capitals", strings.Replace(good, `"expires"`, `"EXPIRES"`, 1), `unknown key "EXPIRES" in approvals[0]`},
		{"a part in capitals", strings.Replace(good, `"plan"`, `"Plan"`, 1), `unknown key "Plan" in approvals[0].parts`},
		{"a key less", strings.Replace(good, `"allow_bound": false`, `"tool": "book"`, 1), `the key "tool" stands twice`},
		{"a step twice", jsonText(fileOf(approvalOf("s1"), approvalOf("s1"))), `step "s1" or its approval's id stands there twice`},
		{"no name", strings.Replace(good, `"by": "ada"`, `"by": ""`, 1), "approvals[0].by must not be empty"},
		{"no instant", strings.Replace(good, `"expires": "2026-01-10T01:00:00Z"`, `"expires": "tomorrow"`, 1), "approvals[0].expires must be a moment such as"},
		{"an instant that can't be written", strings.Replace(good, `"expires": "2026-01-10T01:00:00Z"`, `"expires": "9999-12-31T23:00:00-24:00"`, 1), "approvals[0].expires must be a moment of the years 1 to 9999"},
		{"a number for a text", strings.Replace(good, `"digest": "sha256:`, `"digest": 1, "digest": "`, 1), `the key "digest" stands twice`},
		{"another digest", strings.Replace(good, `"digest": "sha256:`, `"digest": "sha256:0`, 1), `the digest of the approval of step "s1" is not that of its parts`},
		{"another part", strings.Replace(good, `"plan": "p"`, `"plan": "q"`, 1), `the digest of the approval of step "s1" is not that of its parts`},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := &approvalsFile{}
			err := f.decode(c.text)
			switch {
			case err == nil && c.want != "":
				t.Errorf("it is read, want an error with %q", c.want)
			case err != nil && (c.want == "" || !strings.Contains(err.Error(), c.want)):
				t.Errorf("%q, want %q", err, c.want)
			case err == nil && jsonText(f) != c.text:
				t.Errorf("it is read as %s", jsonText(f))
			}
		})
	}
}

func TestApprovalsDecide(t *testing.T) {
	at := approvalOf("s1").At
	for _, c := range []struct {
		name   string
		file   func(*approvalsFile)
		ask    func(*dryrun.Request)
		code   dryrun.Code // "" = granted
		reason string
	}{
		{name: "as approved"},
		{name: "none", ask: func(r *dryrun.Request) { r.StepID = "s2" }, code: dryrun.CodeMissing, reason: "the file has none for it"},
		{name: "used", file: func(f *approvalsFile) { f.Used = &approvals{Run: "run_1", At: at} },
			code: dryrun.CodeUsed, reason: `run "run_1" used the file at 2026-01-10T00:00:00Z`},
		{name: "used, as the store knows", file: func(f *approvalsFile) { f.used = known("id-s1") }, code: dryrun.CodeUsed, reason: "a run used it before"},
		{name: "asked again by the run that uses it", file: func(f *approvalsFile) { f.used = known("id-s1") }, ask: func(r *dryrun.Request) { r.Again = true }},
		{name: "another tool", ask: func(r *dryrun.Request) { r.Tool = "refund" }, code: dryrun.CodeMismatch, reason: `it is for tool "book"`},
		{name: "of tomorrow", file: func(f *approvalsFile) { f.Approvals[0].At = at.Add(2 * time.Hour) }, code: dryrun.CodeMismatch,
			reason: "it was given at 2026-01-10T02:00:00Z, which is still to come"},
		{name: "another plan", ask: func(r *dryrun.Request) { r.Parts.Plan = "q" }, code: dryrun.CodeMismatch, reason: `the plan changed since "ada" approved it`},
		{name: "all others", ask: func(r *dryrun.Request) {
			r.Parts = dryrun.Parts{Plan: "1", Contract: "2", Arguments: "3", Command: "4"}
		}, code: dryrun.CodeMismatch,
			reason: `the plan, the contract, the arguments and the command or a file it names changed since "ada" approved it`},
		{name: "values of the run", ask: func(r *dryrun.Request) { r.Parts.Arguments = "" }, code: dryrun.CodeMismatch,
			reason: "its values exist only at run time, and planlint approve --allow-bound s1 was not given"},
		{name: "values of the run of a step that would be more on a command line", ask: func(r *dryrun.Request) { r.Parts.Arguments = "" },
			file: func(f *approvalsFile) { f.Approvals[0].Step = "s1; touch x #" }, code: dryrun.CodeMismatch,
			reason: "its values exist only at run time, and planlint approve --allow-bound 's1; touch x #' was not given"},
		{name: "values of the run, allowed before", file: func(f *approvalsFile) { f.Approvals[0].AllowBound = true }, ask: func(r *dryrun.Request) { r.Parts.Arguments = "" }},
		{name: "values of the run, allowed", file: func(f *approvalsFile) { f.Approvals[0].AllowBound = true }, ask: func(r *dryrun.Request) { r.Parts.Arguments = "b" }},
		{name: "values allowed, but another contract", file: func(f *approvalsFile) { f.Approvals[0].AllowBound = true },
			ask: func(r *dryrun.Request) { r.Parts.Contract = "d" }, code: dryrun.CodeMismatch, reason: `the contract changed since "ada" approved it`},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := fileOf(approvalOf("s1"))
			f.now = func() time.Time { return at.Add(time.Minute) }
			f.used = known()
			if c.file != nil {
				c.file(f)
			}
			r := &dryrun.Request{ID: "request", Tenant: "acme", StepID: f.Approvals[0].Step, Tool: "book", Parts: f.Approvals[0].Parts}
			if c.ask != nil {
				c.ask(r)
			}
			d, err := f.Decide(t.Context(), r)
			if err != nil {
				t.Fatal(err)
			}
			if d.Granted != (c.code == "") || d.Code != c.code || d.Reason != c.reason || !d.Recorded || d.RecordID != "request" || f.took != d.Granted {
				t.Errorf("decided %+v (taken: %v), want code %q, reason %q", d, f.took, c.code, c.reason)
			}
			if d.Granted && (d.By != "ada" || d.Approval != "id-s1" || !d.Expires.Equal(at.Add(time.Hour))) {
				t.Errorf("decided %+v, which is not what the file says", d)
			}
		})
	}

	f := fileOf(approvalOf("s1"))
	f.now = func() time.Time { return at }
	f.used = func(context.Context, string, string) (bool, error) { return false, errors.New("no store") }
	d, err := f.Decide(t.Context(), &dryrun.Request{StepID: "s1", Tool: "book", Parts: f.Approvals[0].Parts})
	if err == nil || d.Granted || f.took {
		t.Errorf("decided %+v, %v although the store can't be read", d, err)
	}
}

// known is a store that knows some approvals of the tenant acme as used.
func known(ids ...string) func(context.Context, string, string) (bool, error) {
	return func(_ context.Context, tenant, id string) (bool, error) {
		return tenant == "acme" && strings.Contains(strings.Join(ids, " "), id), nil
	}
}

// Of many runs that come at once, one uses the file.
func TestApprovalsUsedOnce(t *testing.T) {
	path := filepath.Join(t.TempDir(), "approved.json")
	if err := fileOf(approvalOf("s1")).write(t.Context(), path); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(path); err != nil || runtime.GOOS != "windows" && info.Mode() != 0o600 {
		t.Errorf("the file has mode %v (%v), want it readable by its owner alone", info.Mode(), err)
	}
	env := &Env{Dir: filepath.Dir(path)}
	var wg sync.WaitGroup
	errs := make([]error, 16)
	for i := range errs {
		f, err := readApprovals(t.Context(), env, "approved.json")
		if err != nil {
			t.Fatal(err)
		}
		f.took = true
		wg.Go(func() { errs[i] = f.use(t.Context(), "run", time.Unix(0, 0)) })
	}
	wg.Wait()
	done := 0
	for _, err := range errs {
		var stop *dryrun.StopError
		switch {
		case err == nil:
			done++
		case !errors.As(err, &stop) || stop.Class != dryrun.NotCleared || stop.Code != dryrun.CodeUsed:
			t.Errorf("refused with %v", err)
		}
	}
	f, err := readApprovals(t.Context(), env, "approved.json")
	if done != 1 || err != nil || f.Used == nil || f.Used.Run != "run" {
		t.Errorf("%d runs used the file, want 1; it says %+v (%v)", done, f, err)
	}
}

// A file that no step needed stays as it is.
func TestApprovalsNotTaken(t *testing.T) {
	f := &approvalsFile{path: filepath.Join(t.TempDir(), "missing")}
	if err := f.use(t.Context(), "run", time.Unix(0, 0)); err != nil {
		t.Error(err)
	}
}

// Decisions are written over decisions, and over nothing else.
func TestMayHoldApprovals(t *testing.T) {
	dir := t.TempDir()
	env := &Env{Dir: dir}
	for name, text := range map[string]string{"empty": "", "plan.yaml": "goal: g\n", "approved.json": jsonText(fileOf(approvalOf("s1")))} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for name, want := range map[string]string{
		"": "", "new.json": "", "empty": "", "approved.json": "",
		"-":              "--out -: without it the decisions go to standard output",
		os.DevNull:       "--out " + tree.Quote(os.DevNull) + " is no regular file",
		"plan.yaml":      `--out "plan.yaml" would write over what are no approvals`,
		"missing/x":      `--out "missing/x": no such file or directory`,
		".":              `--out ".": is a directory`,
		"approved.json/": "",
	} {
		got := ""
		if err := mayHoldApprovals(t.Context(), env, name); err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("mayHoldApprovals(%q) = %q, want %q", name, got, want)
		}
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) != 3 {
		t.Errorf("left behind: %v (%v)", left, err)
	}
}

func FuzzApprovalsDecode(f *testing.F) {
	f.Add(jsonText(fileOf(approvalOf("s1"), approvalOf("s2"))))
	f.Add(`{"planlint_approvals": 1, "approvals": [], "used": {"run": "r", "at": "2026-01-10T00:00:00Z"}}`)
	f.Add(`{"planlint_approvals": 1, "approvals": [], "used": {"run": "r", "at": "2026-01-10T00:00:00Z"}, "USED": null}`)
	f.Add(`{"planlint_approvals": 1, "approvals": [], "used": {"run": "r", "at": "2026-01-10T00:00:00+24:00"}}`)
	f.Fuzz(func(t *testing.T, text string) {
		var file approvalsFile
		if file.decode(text) != nil {
			return
		}
		for _, a := range file.Approvals {
			if a.Parts.Digest() != a.Digest || a.By == "" || a.Step == "" || a.ID == "" {
				t.Errorf("a file with %+v is read", a)
			}
		}
		var raw struct {
			Used json.RawMessage `json:"used"`
		}
		if err := json.Unmarshal([]byte(text), &raw); err != nil || (file.Used == nil) != (string(raw.Used) == "null") {
			t.Errorf("read as used: %v, and another reader finds %s (%v)", file.Used, raw.Used, err)
		}
		var again approvalsFile // what is written back, with the mark, says the same
		if err := again.decode(jsonText(&file)); err != nil || jsonText(&again) != jsonText(&file) {
			t.Errorf("written back it is %s (%v)", jsonText(&again), err)
		}
	})
}

package cmd

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

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
		{"empty list", jsonText(fileOf()), ""},
		{"nothing", "", "it is no file of approvals: EOF"},
		{"not JSON", "goal: g", "it is no file of approvals: invalid character"},
		{"a list", "[]", "it is no file of approvals: cannot unmarshal array"},
		{"more", good + "{}", "more follows the first value"},
		{"rubbish behind", good + "}", "more follows the first value"},
		{"another version", strings.Replace(good, `"planlint_approvals": 1`, `"planlint_approvals": 2`, 1), "its form has number 2, and this version knows 1"},
		{"no version", `{"approvals": []}`, "its form has number 0"},
		{"unknown key", strings.Replace(good, `"by"`, `"from"`, 1), `unknown field "from"`},
		{"a step twice", jsonText(fileOf(approvalOf("s1"), approvalOf("s1"))), `step "s1" or its approval's id stands there twice`},
		{"no name", strings.Replace(good, `"by": "ada"`, `"by": ""`, 1), "lacks its id, step, tool, by, at or expires"},
		{"no expiry", strings.Replace(good, `"expires": "2026-01-10T01:00:00Z"`, `"expires": "0001-01-01T00:00:00Z"`, 1), "lacks its id"},
		{"another digest", strings.Replace(good, `"digest": "sha256:`, `"digest": "sha256:0`, 1), `the digest of the approval of step "s1" is not that of its parts`},
		{"another part", strings.Replace(good, `"plan": "p"`, `"plan": "q"`, 1), `the digest of the approval of step "s1" is not that of its parts`},
	} {
		t.Run(c.name, func(t *testing.T) {
			err := new(approvalsFile).decode([]byte(c.text))
			switch {
			case err == nil && c.want != "":
				t.Errorf("it is read, want an error with %q", c.want)
			case err != nil && (c.want == "" || !strings.Contains(err.Error(), c.want)):
				t.Errorf("%q, want %q", err, c.want)
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
		{name: "values of the run, allowed before", file: func(f *approvalsFile) { f.Approvals[0].AllowBound = true }, ask: func(r *dryrun.Request) { r.Parts.Arguments = "" }},
		{name: "values of the run, allowed", file: func(f *approvalsFile) { f.Approvals[0].AllowBound = true }, ask: func(r *dryrun.Request) { r.Parts.Arguments = "b" }},
		{name: "values allowed, but another contract", file: func(f *approvalsFile) { f.Approvals[0].AllowBound = true },
			ask: func(r *dryrun.Request) { r.Parts.Contract = "d" }, code: dryrun.CodeMismatch, reason: `the contract changed since "ada" approved it`},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := fileOf(approvalOf("s1"))
			f.now = func() time.Time { return at.Add(time.Minute) }
			f.used = known()
			r := &dryrun.Request{ID: "request", Tenant: "acme", StepID: "s1", Tool: "book", Parts: f.Approvals[0].Parts}
			if c.file != nil {
				c.file(f)
			}
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
	if err := fileOf(approvalOf("s1")).write(path); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(path); err != nil || runtime.GOOS != "windows" && info.Mode() != 0o600 {
		t.Errorf("the file has mode %v (%v), want it readable by its owner alone", info.Mode(), err)
	}
	env := &Env{Dir: filepath.Dir(path)}
	var wg sync.WaitGroup
	errs := make([]error, 16)
	for i := range errs {
		f, err := readApprovals(env, "approved.json")
		if err != nil {
			t.Fatal(err)
		}
		f.took = true
		wg.Go(func() { errs[i] = f.use("run", time.Unix(0, 0)) })
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
	f, err := readApprovals(env, "approved.json")
	if done != 1 || err != nil || f.Used == nil || f.Used.Run != "run" {
		t.Errorf("%d runs used the file, want 1; it says %+v (%v)", done, f, err)
	}
}

// A file that no step needed stays as it is.
func TestApprovalsNotTaken(t *testing.T) {
	f := &approvalsFile{path: filepath.Join(t.TempDir(), "missing")}
	if err := f.use("run", time.Unix(0, 0)); err != nil {
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
		"plan.yaml":      "--out plan.yaml would write over what are no approvals",
		"missing/x":      "--out missing/x: no such file or directory",
		".":              "--out .: is a directory",
		"approved.json/": "",
	} {
		got := ""
		if err := mayHoldApprovals(env, name); err != nil {
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
	f.Add([]byte(jsonText(fileOf(approvalOf("s1"), approvalOf("s2")))))
	f.Add([]byte(`{"planlint_approvals": 1, "approvals": [], "used": {"run": "r", "at": "2026-01-10T00:00:00Z"}}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		var file approvalsFile
		if file.decode(data) != nil {
			return
		}
		for _, a := range file.Approvals {
			if a.Parts.Digest() != a.Digest || a.By == "" || a.Step == "" {
				t.Errorf("a file with %+v is read", a)
			}
		}
	})
}

package cmd_test

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"gopkg.in/yaml.v3"
)

// action is action.yml, as far as a runner reads it.
type action struct {
	Inputs  map[string]struct{ Default string }
	Outputs map[string]struct{ Value string }
	Runs    struct{ Steps []actionStep }
}

type actionStep struct {
	ID, Shell, Run, Uses string
	WorkingDirectory     string `yaml:"working-directory"`
	Env                  map[string]string
}

func readAction(t *testing.T) action {
	t.Helper()
	data, err := os.ReadFile("../action.yml")
	if err != nil {
		t.Fatal(err)
	}
	var a action
	if err := yaml.Unmarshal(data, &a); err != nil {
		t.Fatal(err)
	}
	return a
}

// pinned is an action of somebody else at one commit.
var pinned = regexp.MustCompile(`^[\w.-]+(/[\w.-]+)+@[0-9a-f]{40}$`)

var expression = regexp.MustCompile(`\$\{\{ *([a-z._-]+) *\}\}`)

// TestActionScripts looks for what would let an input become code: an expression in a script.
func TestActionScripts(t *testing.T) {
	a := readAction(t)
	used := map[string]bool{}
	for _, s := range a.Runs.Steps {
		if strings.Contains(s.Run, "${{") {
			t.Errorf("step %s: an expression stands in the script: %s", s.ID, s.Run)
		}
		if s.Uses != "" && !pinned.MatchString(s.Uses) {
			t.Errorf("step %s uses %s, which is not pinned to a commit", s.ID, s.Uses)
		}
		for _, v := range s.Env {
			for _, m := range expression.FindAllStringSubmatch(v, -1) {
				used[m[1]] = true
			}
		}
	}
	for name := range a.Inputs {
		if !used["inputs."+name] {
			t.Errorf("the input %s reaches no script", name)
		}
	}
}

// releaseOf is a release in a folder, as it is downloaded; its planlint is a script.
func releaseOf(t *testing.T, version, script string) (folder string) {
	t.Helper()
	var archive bytes.Buffer
	z := gzip.NewWriter(&archive)
	w := tar.NewWriter(z)
	for _, f := range []struct {
		name, text string
		mode       int64
	}{{"README.md", "read me", 0o644}, {"planlint", script, 0o755}} {
		if err := w.WriteHeader(&tar.Header{Name: f.name, Mode: f.mode, Size: int64(len(f.text))}); err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write([]byte(f.text)); err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(w.Close(), z.Close()); err != nil {
		t.Fatal(err)
	}
	folder = t.TempDir()
	sums := strings.Builder{}
	for _, platform := range []string{"darwin_arm64", "linux_amd64", "linux_arm64"} {
		name := fmt.Sprintf("planlint_%s_%s.tar.gz", version, platform)
		fmt.Fprintf(&sums, "%x  %s\n", sha256.Sum256(archive.Bytes()), name)
		fmt.Fprintf(&sums, "%x  %s.sbom.json\n", sha256.Sum256(nil), name)
		for _, below := range []string{"download/v" + version, "latest/download"} {
			write(t, filepath.Join(folder, below, name), archive.String())
		}
	}
	for _, below := range []string{"download/v" + version, "latest/download"} {
		write(t, filepath.Join(folder, below, "checksums.txt"), sums.String())
	}
	return folder
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// actionRun is what came of running the action.
type actionRun struct {
	exit    int // of the step that failed, else 0
	log     string
	outputs map[string]string
	words   []string // what planlint was given
}

// echo is a planlint that says what it was given, and exits with 1 where that names a bad plan.
const echo = `#!/bin/sh
for w; do printf '%s\n' "$w" >>"$ECHO"; done
case "$*" in *bad*) exit 1 ;; esac
`

// runAction does what a runner does with the action, on the platform linux/amd64 wherever it runs.
func runAction(t *testing.T, release string, inputs map[string]string, ref string) actionRun {
	t.Helper()
	if _, err := exec.LookPath("curl"); err != nil {
		t.Skip("curl is not installed")
	}
	a := readAction(t)
	root, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	work := t.TempDir()
	values := map[string]string{"github.action_ref": ref}
	for name, in := range a.Inputs {
		values["inputs."+name] = in.Default
	}
	values["inputs.base-url"] = "file://" + release
	for name, v := range inputs {
		if _, ok := a.Inputs[name]; !ok {
			t.Fatalf("the action has no input %s", name)
		}
		values["inputs."+name] = v
	}
	fill := func(s string) string {
		return expression.ReplaceAllStringFunc(s, func(e string) string { return values[expression.FindStringSubmatch(e)[1]] })
	}
	run := actionRun{outputs: map[string]string{}}
	said := filepath.Join(work, "said")
	for _, s := range a.Runs.Steps {
		output := filepath.Join(work, "output-"+s.ID)
		c := exec.Command("bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", s.Run)
		c.Dir = filepath.Join(work, "repo", fill(s.WorkingDirectory))
		if err := os.MkdirAll(c.Dir, 0o755); err != nil {
			t.Fatal(err)
		}
		c.Env = append(os.Environ(), "GITHUB_ACTION_PATH="+root, "RUNNER_TEMP="+work, "RUNNER_OS=Linux", "RUNNER_ARCH=X64", "ECHO="+said,
			"GITHUB_OUTPUT="+output, "GITHUB_PATH="+filepath.Join(work, "path"))
		for name, v := range s.Env {
			c.Env = append(c.Env, name+"="+fill(v))
		}
		log, err := c.CombinedOutput()
		run.log += string(log)
		data, _ := os.ReadFile(output)
		for line := range strings.Lines(string(data)) {
			name, v, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "=")
			values["steps."+s.ID+".outputs."+name] = v
		}
		var exit *exec.ExitError
		if errors.As(err, &exit) {
			run.exit = exit.ExitCode()
			break
		} else if err != nil {
			t.Fatal(err)
		}
	}
	for name, o := range a.Outputs {
		run.outputs[name] = fill(o.Value)
	}
	if data, err := os.ReadFile(said); err == nil {
		run.words = strings.Split(strings.TrimSuffix(string(data), "\n"), "\n")
	}
	return run
}

func TestAction(t *testing.T) {
	if _, err := exec.LookPath("bash"); err != nil {
		t.Skip("bash is not installed")
	}
	if os.PathSeparator != '/' {
		t.Skip("the release of the test holds a script")
	}
	release := releaseOf(t, "1.2.3", echo)
	annotated := []string{"--format=text", "--format=github"}
	tests := []struct {
		name    string
		inputs  map[string]string
		ref     string
		words   []string
		exit    int
		outputs map[string]string
	}{
		{
			name:    "nothing set",
			words:   slices.Concat([]string{"check", "--fail-on=error"}, annotated, []string{"--"}),
			outputs: map[string]string{"exit-code": "0", "sarif": "", "version": "1.2.3"},
		},
		{
			name: "everything set",
			inputs: map[string]string{
				"version": "v1.2.3", "paths": "plans/\n\n  \ndrafts/*.yaml\r\n", "config": "deploy/planlint.yaml", "contracts": "a.json\nb c.json",
				"fail-on": "warning", "annotations": "false", "sarif": "out/p.sarif", "args": "--first\n--now=2026-01-01T00:00:00Z", "working-directory": "sub/",
			},
			words: []string{
				"check", "--config=deploy/planlint.yaml", "--fail-on=warning", "--contracts", "a.json", "--contracts", "b c.json", "--format=text",
				"--format=sarif=out/p.sarif", "--first", "--now=2026-01-01T00:00:00Z", "--", "plans/", "drafts/*.yaml",
			},
			outputs: map[string]string{"exit-code": "0", "sarif": "sub/out/p.sarif", "version": "1.2.3"},
		},
		{
			name:    "a refused plan",
			inputs:  map[string]string{"paths": "bad.yaml", "sarif": "p.sarif"},
			words:   slices.Concat([]string{"check", "--fail-on=error"}, annotated, []string{"--format=sarif=p.sarif", "--", "bad.yaml"}),
			exit:    1,
			outputs: map[string]string{"exit-code": "1", "sarif": "p.sarif", "version": "1.2.3"},
		},
		{
			name:    "names that would be code or flags",
			inputs:  map[string]string{"paths": "$(touch pwned)\n--exit-zero\n; rm -rf .\n`id`", "config": "a b'\"$(id)"},
			words:   slices.Concat([]string{"check", "--config=a b'\"$(id)", "--fail-on=error"}, annotated, []string{"--", "$(touch pwned)", "--exit-zero", "; rm -rf .", "`id`"}),
			outputs: map[string]string{"exit-code": "0", "sarif": "", "version": "1.2.3"},
		},
		{
			name:    "uploaded",
			inputs:  map[string]string{"upload-sarif": "true"},
			words:   slices.Concat([]string{"check", "--fail-on=error"}, annotated, []string{"--format=sarif=planlint.sarif", "--"}),
			outputs: map[string]string{"exit-code": "0", "sarif": "planlint.sarif", "version": "1.2.3"},
		},
		{
			name:    "called by the tag of a release",
			ref:     "v1.2.3",
			words:   slices.Concat([]string{"check", "--fail-on=error"}, annotated, []string{"--"}),
			outputs: map[string]string{"exit-code": "0", "sarif": "", "version": "1.2.3"},
		},
		{
			name:    "called by a hash",
			ref:     strings.Repeat("0123456789", 4),
			words:   slices.Concat([]string{"check", "--fail-on=error"}, annotated, []string{"--"}),
			outputs: map[string]string{"exit-code": "0", "sarif": "", "version": "1.2.3"},
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			run := runAction(t, release, test.inputs, test.ref)
			if run.exit != test.exit {
				t.Errorf("exit code %d, want %d:\n%s", run.exit, test.exit, run.log)
			}
			if diff := cmp.Diff(test.words, run.words); diff != "" {
				t.Errorf("planlint was given (-want +got):\n%s%s", diff, run.log)
			}
			if diff := cmp.Diff(test.outputs, run.outputs); diff != "" {
				t.Errorf("outputs (-want +got):\n%s", diff)
			}
		})
	}
}

// TestActionRefuses tries releases and inputs that must not lead to a program being run.
func TestActionRefuses(t *testing.T) {
	if _, err := exec.LookPath("bash"); err != nil {
		t.Skip("bash is not installed")
	}
	if os.PathSeparator != '/' {
		t.Skip("the release of the test holds a script")
	}
	const archive = "planlint_1.2.3_linux_amd64.tar.gz"
	edit := func(name string, change func(string) string) func(t *testing.T, release string) {
		return func(t *testing.T, release string) {
			t.Helper()
			for _, below := range []string{"download/v1.2.3", "latest/download"} {
				file := filepath.Join(release, below, name)
				data, err := os.ReadFile(file)
				if err != nil {
					t.Fatal(err)
				}
				write(t, file, change(string(data)))
			}
		}
	}
	tests := []struct {
		name   string
		spoil  func(t *testing.T, release string)
		inputs map[string]string
		want   string
	}{
		{"an archive that was changed", edit(archive, func(s string) string { return s + "x" }), nil, "and the release says"},
		{"a checksum that is missing", edit("checksums.txt", func(s string) string { return strings.ReplaceAll(s, archive+"\n", "other.tar.gz\n") }), nil, "no checksum"},
		{"two checksums for one platform", edit("checksums.txt", func(s string) string { return s + strings.ReplaceAll(s, "1.2.3", "1.2.4") }), nil, "several checksums"},
		{"a name that leads elsewhere", edit("checksums.txt", func(s string) string { return strings.ReplaceAll(s, "planlint_1", "../planlint_1") }), nil, "no checksum"},
		{"checksums that are none", edit("checksums.txt", func(string) string { return "<html>" }), nil, "no checksum"},
		{"a release that is not there", nil, map[string]string{"version": "9.9.9"}, "could not be fetched"},
		{"a version that is a path", nil, map[string]string{"version": "1.2.3/../../x"}, "version must be"},
		{"a version of two lines", nil, map[string]string{"version": "1.2.3\n1.2.3"}, "version must be"},
		{"another protocol", nil, map[string]string{"base-url": "http://127.0.0.1:1"}, "base-url must begin"},
		{"annotations of another kind", nil, map[string]string{"annotations": "yes"}, "annotations must be"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			release := releaseOf(t, "1.2.3", echo)
			if test.spoil != nil {
				test.spoil(t, release)
			}
			run := runAction(t, release, maps.Clone(test.inputs), "")
			if run.exit != 2 || !strings.Contains(run.log, "::error title=planlint::") || !strings.Contains(run.log, test.want) {
				t.Errorf("exit code %d, want 2 and %q:\n%s", run.exit, test.want, run.log)
			}
			if run.words != nil {
				t.Errorf("planlint was run all the same: %q", run.words)
			}
		})
	}
}

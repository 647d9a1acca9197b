//go:build unix

package cmd

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/planlint/planlint/dryrun/store"
	"github.com/planlint/planlint/lint/config"
)

// planEnv is a process in a copy of the stories' deployment, whose store can't be opened.
func planEnv(t *testing.T, out, mistakes *bytes.Buffer) Env {
	t.Helper()
	env := docEnv(t, "testdata/script/deployment", out)
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(env.Dir)); err != nil {
		t.Fatal(err)
	}
	env.Dir, env.Stderr = dir, mistakes
	env.Store = func(context.Context, config.Store) (store.Store, error) {
		t.Error("a store is opened")
		return nil, errors.New("no store")
	}
	env.Terminal = func() (Terminal, error) {
		t.Error("somebody is asked")
		return nil, errors.New("no terminal")
	}
	env.Lookup = func(name string) (string, bool) { return "value of " + name, true }
	return env
}

// The planner is the only process, and it is alone: nothing of the environment but what is named, no tool, no store.
func TestPlanner(t *testing.T) {
	var out, mistakes bytes.Buffer
	env := planEnv(t, &out, &mistakes)
	var started []*exec.Cmd
	env.Start = func(c *exec.Cmd) error {
		started = append(started, c)
		return c.Start()
	}
	text := `cat >/dev/null; echo "goal: g"; echo "steps: [{id: s1, tool: wire_transfer}]"`
	code := Main(t.Context(), []string{"plan", "--task", "T", "--planner", text, "--planner-env", "MODEL", "--planner-env", "MODEL"}, env)
	if code != ExitRefused || out.Len() > 0 || len(started) != 3 {
		t.Fatalf("exit code %d after %d starts: %s%s", code, len(started), out.String(), mistakes.String())
	}
	for _, c := range started {
		if !slices.Equal(c.Env, []string{"MODEL=value of MODEL"}) || !slices.Equal(c.Args, []string{"/bin/sh", "-c", text}) || c.Dir != env.Dir {
			t.Errorf("started %q in %s with %q", c.Args, c.Dir, c.Env)
		}
	}
	if left, _ := filepath.Glob(filepath.Join(env.Dir, ".*")); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

// A planner that can't be started is a mistake in the call, and nobody was asked.
func TestPlannerNotStarted(t *testing.T) {
	var out, mistakes bytes.Buffer
	env := planEnv(t, &out, &mistakes)
	env.Start = func(*exec.Cmd) error { return errors.New("no more processes") }
	code := Main(t.Context(), []string{"plan", "--task", "T", "--planner", "true", "--format", "json", "--out", "next.yaml"}, env)
	if code != ExitUsage || !strings.Contains(out.String(), `"attempts": 0,`) || !strings.Contains(mistakes.String(), "the planner can't be started: no more processes") {
		t.Errorf("exit code %d: %s%s", code, out.String(), mistakes.String())
	}
	if left, _ := filepath.Glob(filepath.Join(env.Dir, "*next*")); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

// An interrupt ends the planner and the planning; a plan that comes all the same is not written.
func TestPlanInterrupted(t *testing.T) {
	for _, text := range []string{"exec sleep 600", "trap 'cat ok.yaml; exit 0' INT; while :; do sleep 0.01; done", "trap 'exit 3' INT; while :; do sleep 0.01; done"} {
		var out, mistakes bytes.Buffer
		env := planEnv(t, &out, &mistakes)
		ctx, cancel := context.WithCancel(t.Context())
		env.Start = func(c *exec.Cmd) error {
			defer cancel()
			return c.Start()
		}
		code := Main(ctx, []string{"plan", "--task", "T", "--planner", text, "--out", "next.yaml"}, env)
		cancel()
		if code != ExitInterrupted || out.Len() > 0 || !strings.Contains(mistakes.String(), "planlint: interrupted\n") {
			t.Errorf("%s: exit code %d: %s%s", text, code, out.String(), mistakes.String())
		}
		if left, _ := filepath.Glob(filepath.Join(env.Dir, "*next*")); len(left) > 0 {
			t.Errorf("left behind: %v", left)
		}
	}
}

// The travel desk's planner makes a mistake, is told, and corrects it.
func TestTravelPlanner(t *testing.T) {
	var out bytes.Buffer
	env := docEnv(t, "testdata/examples/travel", &out)
	var mistakes bytes.Buffer
	env.Stderr = &mistakes
	code := Main(t.Context(), []string{"plan", "--task", "get Ada to New York", "--planner", "./planner.sh", "--agent", "courier"}, env)
	if code != ExitOK || !strings.HasPrefix(out.String(), "revision: 1\n") || !strings.Contains(mistakes.String(), "draft 1 is refused for arguments in step book") {
		t.Errorf("exit code %d: %s%s", code, out.String(), mistakes.String())
	}
}

// What is printed to an output that takes no more is no plan.
func TestPlanUnwritable(t *testing.T) {
	var out, mistakes bytes.Buffer
	env := planEnv(t, &out, &mistakes)
	env.Stdout = fullWriter{}
	for _, format := range []string{"text", "json"} {
		if code := Main(t.Context(), []string{"plan", "--task", "T", "--planner", "cat ok.yaml", "--format", format}, env); code != ExitInternal {
			t.Errorf("%s: exit code %d: %s", format, code, mistakes.String())
		}
	}
}

// fullWriter is a disk without room.
type fullWriter struct{}

func (fullWriter) Write([]byte) (int, error) { return 0, errors.New("no space left") }

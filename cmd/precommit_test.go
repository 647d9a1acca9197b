package cmd_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"
)

// TestHooksAgree holds the hooks to one behaviour: they differ in where planlint comes from, and in nothing else.
func TestHooksAgree(t *testing.T) {
	data, err := os.ReadFile("../.pre-commit-hooks.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var hooks []map[string]any
	if err := yaml.Unmarshal(data, &hooks); err != nil {
		t.Fatal(err)
	}
	languages := map[string]string{"planlint": "golang", "planlint-system": "system", "planlint-docker": "docker_image"}
	if len(hooks) != len(languages) {
		t.Errorf("%d hooks, want %d", len(hooks), len(languages))
	}
	for _, h := range hooks {
		id, _ := h["id"].(string)
		if h["language"] != languages[id] {
			t.Errorf("%s: language %v, want %q", id, h["language"], languages[id])
		}
		if entry, _ := h["entry"].(string); !strings.HasSuffix(entry, "planlint check --force-exclude") {
			t.Errorf("%s: entry %q", id, entry)
		}
		for key, want := range hooks[0] {
			switch key {
			case "id", "language", "entry", "description":
			default:
				if !equalYAML(t, h[key], want) {
					t.Errorf("%s: %s is %v, and that of %v is %v", id, key, h[key], hooks[0]["id"], want)
				}
			}
		}
	}
}

func equalYAML(t *testing.T, a, b any) bool {
	t.Helper()
	x, errX := yaml.Marshal(a)
	y, errY := yaml.Marshal(b)
	return errX == nil && errY == nil && bytes.Equal(x, y)
}

// TestHooks lets the real pre-commit run the hooks of this checkout in repositories of plans. It is skipped where
// pre-commit is missing, unless PLANLINT_NEED_PRECOMMIT is set.
func TestHooks(t *testing.T) {
	skip := t.Skipf
	if os.Getenv("PLANLINT_NEED_PRECOMMIT") != "" {
		skip = t.Fatalf
	}
	for _, program := range []string{"pre-commit", "git", "go"} {
		if _, err := exec.LookPath(program); err != nil {
			skip("%s is not installed", program)
		}
	}
	checkout := workTree{dir: t.TempDir(), env: hookEnv(t)}
	if !checkout.copyCheckout(t) {
		skip("the checkout is in no git repository, so its files are not known")
	}
	revision := checkout.commitAll(t)

	t.Run("planlint", func(t *testing.T) {
		env := slices.Clone(checkout.env)
		if planlint, err := exec.LookPath("planlint"); err == nil { // it must build one
			env = append(env, "PATH="+without(os.Getenv("PATH"), filepath.Dir(planlint)))
		}
		testHook(t, "planlint", checkout.dir, revision, env)
	})
	t.Run("planlint-system", func(t *testing.T) {
		testHook(t, "planlint-system", checkout.dir, revision, checkout.env)
	})
}

func testHook(t *testing.T, id, checkout, revision string, env []string) {
	repo := workTree{dir: t.TempDir(), env: env}
	if err := os.CopyFS(repo.dir, os.DirFS(deployment)); err != nil {
		t.Fatal(err)
	}
	good, err := os.ReadFile(filepath.Join(deployment, "ok.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	const bad = "goal: g\nsteps:\n  - {id: s1, tool: nobody_knows, arguments: {}}\n"
	const badJSON = `{"goal": "g", "steps": [{"id": "s1", "tool": "nobody_knows", "arguments": {}}]}`
	write(t, filepath.Join(repo.dir, ".planlintignore"), "plans/drafts/\n")
	write(t, filepath.Join(repo.dir, ".pre-commit-config.yaml"),
		"exclude: ^plans/foreign/\nrepos:\n  - repo: "+checkout+"\n    rev: "+revision+"\n    hooks:\n      - id: "+id+"\n        verbose: true\n")
	repo.must(t, "git", "init", "-q")
	repo.must(t, "git", "add", ".")
	repo.must(t, "git", "commit", "-q", "-m", "start")
	repo.must(t, "pre-commit", "install")

	tests := []struct {
		name  string
		files map[string]string
		fails bool
		want  []string
		never []string
	}{
		{"a good plan", map[string]string{"plans/good.yaml": string(good)}, false, []string{"Passed", "1 plan"}, nil},
		{"a bad plan", map[string]string{"plans/bad.yaml": bad}, true, []string{"Failed", "error[unknown-tool]", "plans/bad.yaml:3:"}, nil},
		{
			"a bad plan among good ones",
			map[string]string{"plans/a.yml": string(good), "deep/plans/er/b.json": badJSON, "c.plan.yaml": string(good)},
			true,
			[]string{"deep/plans/er/b.json:1:", "3 plans"},
			nil,
		},
		{"a name that looks like a flag", map[string]string{"--exit-zero.plan.yaml": bad}, true, []string{"--exit-zero.plan.yaml:3:"}, nil},
		{
			"what .planlintignore excludes",
			map[string]string{"plans/drafts/bad.yaml": bad},
			false,
			[]string{"Passed", "note: .planlintignore excludes every file that was named"},
			[]string{"unknown-tool"},
		},
		{
			"some of it excluded",
			map[string]string{"plans/drafts/worse.yaml": bad, "plans/better.yaml": string(good)},
			false,
			[]string{"Passed", "1 file: excluded by .planlintignore"},
			nil,
		},
		{"what pre-commit excludes", map[string]string{"plans/foreign/bad.yaml": bad}, false, []string{"Skipped"}, nil},
		{"what is no plan", map[string]string{"notes.yaml": bad, "plans/read.me": bad}, false, []string{"Skipped"}, nil},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			for name, text := range test.files {
				write(t, filepath.Join(repo.dir, filepath.FromSlash(name)), text)
				repo.must(t, "git", "add", "--", name)
			}
			head := repo.must(t, "git", "rev-parse", "HEAD")
			log, err := repo.run("git", "commit", "-q", "-m", test.name)
			if (err != nil) != test.fails {
				t.Errorf("the commit: %v\n%s", err, log)
			}
			if moved := repo.must(t, "git", "rev-parse", "HEAD") != head; moved == test.fails {
				t.Errorf("HEAD moved: %t\n%s", moved, log)
			}
			for _, want := range test.want {
				if !strings.Contains(log, want) {
					t.Errorf("pre-commit does not say %q:\n%s", want, log)
				}
			}
			for _, never := range test.never {
				if strings.Contains(log, never) {
					t.Errorf("pre-commit says %q:\n%s", never, log)
				}
			}
			repo.must(t, "git", "reset", "-q", "--hard")
		})
	}
}

// workTree is a folder, which is or becomes a git repository, and the environment in which programs run there.
type workTree struct {
	dir string
	env []string
}

// hookEnv is an environment without the settings of git and pre-commit of the person who runs the tests. Modules come
// from their cache, where they are: the tests were built of them.
func hookEnv(t *testing.T) []string {
	t.Helper()
	caches, err := exec.Command("go", "env", "GOMODCACHE", "GOCACHE").Output()
	if err != nil {
		t.Fatal(err)
	}
	modules, builds, _ := strings.Cut(strings.TrimSpace(string(caches)), "\n")
	env := slices.DeleteFunc(os.Environ(), func(v string) bool {
		return strings.HasPrefix(v, "GIT_") || strings.HasPrefix(v, "PRE_COMMIT") || v == "SKIP" || strings.HasPrefix(v, "SKIP=")
	})
	return append(env, "PRE_COMMIT_HOME="+t.TempDir(), "PRE_COMMIT_COLOR=never",
		"GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_NOSYSTEM=1", "GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@example.com", "GIT_COMMITTER_NAME=a",
		"GIT_COMMITTER_EMAIL=a@example.com", "GOMODCACHE="+modules, "GOCACHE="+strings.TrimSpace(builds), "GOPROXY=off", "CGO_ENABLED=0")
}

// run runs a program in the folder and returns all it printed.
func (w workTree) run(name string, args ...string) (string, error) {
	c := exec.Command(name, args...)
	c.Dir, c.Env = w.dir, w.env
	out, err := c.CombinedOutput()
	return string(out), err
}

func (w workTree) must(t *testing.T, name string, args ...string) string {
	t.Helper()
	out, err := w.run(name, args...)
	if err != nil {
		t.Fatalf("%s %s: %v\n%s", name, strings.Join(args, " "), err, out)
	}
	return strings.TrimSpace(out)
}

// copyCheckout copies the files of this checkout as they are now, whether they are committed or not.
func (w workTree) copyCheckout(t *testing.T) bool {
	t.Helper()
	list := exec.Command("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard")
	list.Dir, list.Env = "..", w.env
	names, err := list.Output()
	if err != nil {
		return false
	}
	for _, name := range strings.Split(strings.Trim(string(names), "\x00"), "\x00") {
		data, err := os.ReadFile(filepath.Join("..", filepath.FromSlash(name)))
		if os.IsNotExist(err) {
			continue // deleted, and not committed yet
		}
		if err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(w.dir, filepath.FromSlash(name)), string(data))
	}
	return true
}

// commitAll makes the folder a repository with one commit and returns its hash.
func (w workTree) commitAll(t *testing.T) string {
	t.Helper()
	w.must(t, "git", "init", "-q")
	w.must(t, "git", "add", ".")
	w.must(t, "git", "commit", "-q", "-m", "as it is")
	return w.must(t, "git", "rev-parse", "HEAD")
}

// without is a PATH without a folder.
func without(path, folder string) string {
	return strings.Join(slices.DeleteFunc(filepath.SplitList(path), func(p string) bool { return p == folder }), string(filepath.ListSeparator))
}

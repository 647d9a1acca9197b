package config_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/planlint/planlint/contracts"
	"github.com/planlint/planlint/lint/config"
)

// disk writes files below a new folder: name, to text, or to "-> target" for a symbolic link.
func disk(t *testing.T, files map[string]string) string {
	t.Helper()
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range files {
		path := filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if target, link := strings.CutPrefix(text, "-> "); link {
			if err := os.Symlink(target, path); err != nil {
				t.Skipf("no symbolic links here: %v", err)
			}
			continue
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

func TestFind(t *testing.T) {
	root := disk(t, map[string]string{
		"planlint.yaml":          "",
		"repo/.git/HEAD":         "",
		"repo/a/b/x":             "",
		"repo/a/planlint.yml":    "",
		"worktree/.git":          "gitdir: elsewhere",
		"worktree/a/x":           "",
		"both/planlint.yaml":     "",
		"both/planlint.yml":      "",
		"both/a/x":               "",
		"plain/a/x":              "",
		"folder/.git/HEAD":       "",
		"folder/planlint.yaml/x": "",
		"hidden/.git/HEAD":       "",
		"hidden/.planlint.yaml":  "",
		"atroot/.git/HEAD":       "",
		"atroot/planlint.yaml":   "",
		"atroot/plans/deep/x":    "",
		"nested/.git/HEAD":       "",
		"nested/planlint.yaml":   "",
		"nested/sub/.git/HEAD":   "",
		"nested/sub/a/plan.yaml": "",
	})
	for _, test := range []struct{ dir, want, err string }{
		{"repo/a/b", "repo/a/planlint.yml", ""},
		{"repo/a", "repo/a/planlint.yml", ""},
		{"repo", "", ""}, // the repository ends here
		{"worktree/a", "", ""},
		{"plain/a", "planlint.yaml", ""},
		{"folder", "", ""},
		{"hidden", "", ""},
		{"atroot/plans/deep", "atroot/planlint.yaml", ""},
		{"nested/sub/a", "", ""},
		{"both/a", "", "both planlint.yaml and planlint.yml are in "},
	} {
		got, err := config.Find(nil, filepath.Join(root, filepath.FromSlash(test.dir)))
		want := ""
		if test.want != "" {
			want = filepath.Join(root, filepath.FromSlash(test.want))
		}
		if got != want || (err == nil) != (test.err == "") || err != nil && !strings.HasPrefix(err.Error(), test.err) {
			t.Errorf("%s: got %q, %v; want %q, %q", test.dir, got, err, want, test.err)
		}
	}
}

func TestReadBelow(t *testing.T) {
	root := disk(t, map[string]string{
		"in/a":        "a",
		"in/sub/b":    "b",
		"in/good":     "-> sub/b",
		"in/bad":      "-> ../out",
		"in/worse":    "-> /etc/hostname",
		"in/dir":      "-> ..",
		"in/loop":     "-> loop",
		"in/dangling": "-> nothing",
		"out":         "secret",
	})
	for _, test := range []struct {
		name, text string
		err        error
	}{
		{"a", "a", nil}, {"sub/b", "b", nil}, {"sub/../a", "a", nil}, {"good", "b", nil},
		{"../out", "", config.ErrOutside}, {"bad", "", config.ErrOutside}, {"worse", "", config.ErrOutside},
		{"dir/out", "", config.ErrOutside}, {"/etc/hostname", "", config.ErrOutside},
		{"nothing", "", fs.ErrNotExist}, {"dangling", "", fs.ErrNotExist}, {"sub", "", config.ErrNotRegular},
	} {
		text, err := config.Disk{}.ReadBelow(filepath.Join(root, "in"), test.name)
		if text != test.text || !errors.Is(err, test.err) {
			t.Errorf("%s: %q, %v; want %q, %v", test.name, text, err, test.text, test.err)
		}
	}
	if text, err := (config.Disk{}).ReadBelow(filepath.Join(root, "in"), "loop"); err == nil {
		t.Errorf("a link to itself reads as %q", text)
	}
	if text, err := (config.Disk{}).ReadFile(filepath.Join(root, "in", "bad")); text != "secret" || err != nil {
		t.Errorf("a link that a person named: %q, %v", text, err)
	}
	if _, err := (config.Disk{}).ReadFile(root); !errors.Is(err, config.ErrNotRegular) {
		t.Errorf("a folder: %v", err)
	}
}

// A contract's $ref reads what lies below the folder of its file, and nothing else.
func TestFence(t *testing.T) {
	root := disk(t, map[string]string{
		"secret.json":                  `{"type":"object"}`,
		"contracts/schemas/a.json":     `{"$ref":"sub/b.json#/$defs/b"}`,
		"contracts/schemas/sub/b.json": `{"$defs":{"b":{"$ref":"../c%20d.yaml"}}}`,
		"contracts/schemas/c d.yaml":   "type: object\nproperties: {x: {type: string}}\n",
		"contracts/schemas/up.json":    `{"$ref":"../../secret.json"}`,
		"contracts/link.json":          "-> ../secret.json",
		"contracts/broken.json":        `{"type":`,
		"contracts/empty.yaml":         "# nothing\n",
		"contracts/folder/x":           "",
	})
	for _, test := range []struct{ ref, want string }{
		{"schemas/a.json", ""},
		{"./schemas/../schemas/a.json", ""},
		{"schemas/none.json", "the file does not exist"},
		{"folder", "the file is no regular file"},
		{"../secret.json", "it lies outside the contract's folder, where nothing is read"},
		{"%2e%2e/secret.json", "it lies outside the contract's folder, where nothing is read"},
		{"schemas/up.json", "it lies outside the contract's folder, where nothing is read"},
		{"link.json", "a symbolic link on the way leads outside the contract's folder, where nothing is read"},
		{"/etc/passwd", "absolute paths are not followed, only files below the contract's folder"},
		{"//host/share", "URLs are not followed, only files below the contract's folder"},
		{"https://example.com/a.json", "URLs are not followed, only files below the contract's folder"},
		{"file:///etc/passwd", "URLs are not followed, only files below the contract's folder"},
		{"file%3A/etc/passwd", "URLs are not followed, only files below the contract's folder"},
		{`..\secret.json`, `only plain file names with "/" are followed`},
		{"c:secret.json", `only plain file names with "/" are followed`},
		{"schemas/a.json?x=1", `only plain file names with "/" are followed`},
		{"schemas/a.json%00", `only plain file names with "/" are followed`},
		{"%zz", `"%" must be followed by two hexadecimal digits`},
		{"empty.yaml", "the file is empty"},
		{"broken.json", "contracts/broken.json:1:1: the { opened here never closes"},
	} {
		t.Run(test.ref, func(t *testing.T) {
			file := filepath.Join(root, "contracts", "c.yaml")
			if err := os.WriteFile(file, []byte("contracts: {a: {accepts: {$ref: '"+test.ref+"'}}}\n"), 0o666); err != nil {
				t.Fatal(err)
			}
			c, problems, err := config.FromContracts([]string{file}, config.Options{WorkDir: root})
			if err != nil || len(problems) > 0 {
				t.Fatalf("%v %q", err, lines(problems))
			}
			_, faults := c.Deployment.Catalog.Get("a").Accepts()
			switch {
			case test.want == "" && len(faults) > 0:
				t.Errorf("faults: %v", faults)
			case test.want != "" && (len(faults) != 1 || faults[0].Rule != contracts.RuleUnreachableFile || !strings.Contains(faults[0].Message, test.want)):
				t.Errorf("faults: %+v\nwant: %s", faults, test.want)
			}
		})
	}
}

// Names that the configuration's author wrote may lead up, but a link that only lies in a folder may not lead out of it.
func TestLoadFromDisk(t *testing.T) {
	root := disk(t, map[string]string{
		"secret.yaml":              contractsYAML,
		"shared/contracts.yaml":    contractsYAML,
		"shared/agents.yaml":       "courier: {tools: [notify]}\n",
		"repo/.git/objects/a.yaml": "",
		"repo/planlint.yaml":       "contracts: [../shared/*.y*ml, contracts/*.yaml]\nagents: ../shared/agents.yaml\nplans: ['**/*.yaml']\n",
		"repo/contracts/out.yaml":  "-> ../../secret.yaml",
		"repo/sub/plan.yaml":       "",
		"repo/away":                "-> ../shared",
	})
	c, problems, err := config.Load("../planlint.yaml", config.Options{WorkDir: filepath.Join(root, "repo", "sub")})
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		"../../shared/agents.yaml:1:1 wrong-shape: a map whose first key is \"courier\" is none of the four forms of a contract file | write planlint's own form (a map under \"contracts:\"), an MCP tools/list result ({\"tools\": [...]}), an OpenAI function list or an Anthropic tool list",
		`../planlint.yaml:1:31 configuration: contracts: the file "../contracts/out.yaml" leads out of the folder`,
	}
	if diff := cmp.Diff(want, lines(problems)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if c.Path != "../planlint.yaml" || c.Dir != filepath.Join(root, "repo") || c.Deployment.Agent("courier") == nil {
		t.Errorf("%s in %s", c.Path, c.Dir)
	}
	plans, err := c.PlanFiles()
	if diff := cmp.Diff([]string{"../contracts/out.yaml", "plan.yaml"}, plans); diff != "" || err != nil {
		t.Errorf("plans: %s %v", diff, err)
	}
}

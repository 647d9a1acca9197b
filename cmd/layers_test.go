package cmd_test

import (
	"encoding/json"
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const module = "github.com/planlint/planlint"

// layers says which of our packages each of them may import. A package that is missing here has no place yet.
var layers = map[string]struct {
	may []string
	why string
}{
	".": {[]string{"cmd"},
		"main hands the process over to cmd and knows nothing else"},
	"cmd": {[]string{"contracts", "contracts/autonomy", "contracts/canon", "contracts/shape", "contracts/suggest", "contracts/tree", "dryrun", "dryrun/store", "dryrun/store/memory",
		"dryrun/store/postgres", "dryrun/store/sqlite", "dryrun/tools", "lint", "lint/compare", "lint/config", "lint/planir", "lint/report", "lint/rules", "lint/schemas", "lint/syntax"},
		"cmd puts the parts together; how schemas are checked and digests are made is lint's affair"},
	"dryrun/tools": {[]string{"contracts/canon", "contracts/tree", "dryrun", "lint/syntax"},
		"a tool knows the call that it is given, and neither plans nor records"},
	"dryrun/tools/tooltest": {[]string{"dryrun"},
		"the suite holds every tool to the same promises"},
	"dryrun": {[]string{"contracts", "contracts/autonomy", "contracts/canon", "contracts/schema", "contracts/shape", "contracts/tree", "dryrun/store", "lint", "lint/syntax"},
		"the executor is handed its tools, its store and whom to ask"},
	"dryrun/store/sqlite": {[]string{"dryrun/store"},
		"a store knows records, and no plan"},
	"dryrun/store/postgres": {[]string{"dryrun/store"},
		"a store knows records, and no plan"},
	"dryrun/store/memory": {[]string{"dryrun/store"},
		"a store knows records, and no plan"},
	"dryrun/store/storetest": {[]string{"dryrun/store", "dryrun/store/memory"},
		"the suite holds every store to the same promises"},
	"dryrun/store": {nil,
		"records are bytes"},
	"lint/compare": {[]string{"contracts", "contracts/autonomy", "contracts/canon", "contracts/schema", "contracts/tree", "lint"},
		"two plans are compared as values: whoever has them says where they come from"},
	"lint/config": {[]string{"contracts", "contracts/autonomy", "contracts/schema", "contracts/shape", "contracts/suggest", "contracts/tree", "lint", "lint/syntax"},
		"the deployment is read before there is a plan, and knows neither rules nor formats"},
	"lint/report": {[]string{"contracts/suggest", "contracts/tree", "lint"},
		"a format shows findings, whoever made them"},
	"lint/rules": {[]string{"contracts", "contracts/autonomy", "contracts/canon", "contracts/schema", "contracts/suggest", "contracts/tree", "lint"},
		"a rule judges a plan and never sees a file, a flag or a format"},
	"lint/planir": {[]string{"contracts/canon", "contracts/shape", "contracts/tree", "lint/syntax"},
		"another system's form of a plan is read for its digest alone"},
	"lint/schemas": {nil,
		"the schemas of our formats are text"},
	"lint": {[]string{"contracts", "contracts/autonomy", "contracts/canon", "contracts/schema", "contracts/shape", "contracts/suggest", "contracts/tree", "lint/syntax"},
		"lint runs rules that are handed to it, so that it cannot know them"},
	"lint/syntax": {[]string{"contracts/suggest", "contracts/tree"},
		"reading text knows nothing of plans"},
	"contracts": {[]string{"contracts/schema", "contracts/shape", "contracts/suggest", "contracts/tree"},
		"contracts are values: they know no plan, no file and no clock"},
	"contracts/schema": {[]string{"contracts/suggest", "contracts/tree"},
		"JSON Schema judges a tree, from wherever it comes"},
	"contracts/autonomy": {[]string{"contracts/tree"},
		"the ladder is a value: it knows no plan, no file and no clock"},
	"contracts/shape": {[]string{"contracts/suggest", "contracts/tree"},
		"reading our own closed maps needs the tree alone"},
	"contracts/canon": {[]string{"contracts/tree"},
		"a digest must not change because something else did"},
	"contracts/suggest": {nil,
		"a leaf that all may ask"},
	"contracts/tree": {nil,
		"everything stands on the tree, so it stands on nothing"},
}

// door is a library and the places that may import it.
type door struct {
	library string
	in      []string
	why     string
}

// leads reports whether an import goes through the door.
func (d door) leads(library string) bool {
	return library == d.library || strings.HasSuffix(d.library, "/") && strings.HasPrefix(library, d.library)
}

// doors says where a library may be imported: in these packages, or in these files where the name ends in .go. A
// library that ends in a slash stands for all below it.
var doors = []door{
	{"gopkg.in/yaml.v3", []string{"lint/syntax/yamlv3.go"}, "its traps are dealt with once"},
	{"github.com/santhosh-tekuri/jsonschema/v5", []string{"contracts/schema/fallback.go"}, "it judges only what our own checker does not"},
	{"github.com/dlclark/regexp2/", []string{"contracts/schema"}, "patterns mean what ECMA 262 says in schemas and nowhere else"},
	{"github.com/hbollon/go-edlib", []string{"contracts/suggest"}, "one idea of what is near"},
	{"golang.org/x/text/", []string{"contracts/canon"}, "only digests care for normal forms"},
	{"github.com/rivo/uniseg", []string{"lint/report"}, "only a report cares for widths"},
	{"github.com/bmatcuk/doublestar/", []string{"lint/config", "cmd"}, "patterns name files, and plans name none"},
	{"github.com/fatih/color", []string{"lint/report", "cmd"}, "colours go where people read"},
	{"github.com/spf13/", []string{"cmd"}, "flags end at cmd"},
	{"github.com/jedib0t/go-pretty/", []string{"cmd"}, "tables are how commands print"},
	{"golang.org/x/term", []string{"main.go", "cmd/terminal_unix.go", "cmd/terminal_windows.go", "cmd/terminal_other.go"}, "only they know whether there is a terminal"},
	{"golang.org/x/sys/", []string{"cmd/terminal_unix.go", "cmd/terminal_windows.go", "cmd/typeahead_sysv.go", "cmd/typeahead_bsd.go", "dryrun/tools"}, "the operating system shows in few files"},
	{"github.com/shopspring/decimal", []string{"contracts/autonomy/amount.go"}, "money is exact in one place"},
	{"github.com/gofrs/flock", []string{"cmd/approvals_file.go"}, "one file is locked: that of approvals"},
	{"modernc.org/sqlite/", []string{"dryrun/store/sqlite"}, "one store speaks to SQLite"},
	{"github.com/google/go-cmp/", []string{"dryrun/store/storetest"}, "only tests compare like that"},
	{"pgregory.net/rapid", []string{"dryrun/store/storetest"}, "only tests need chance"},
	{"modernc.org/sqlite", []string{"dryrun/store/sqlite"}, "one store speaks to SQLite"},
	{"github.com/jackc/pgx/", []string{"dryrun/store/postgres"}, "one store speaks to PostgreSQL"},
	{"os/exec", []string{"cmd/folder.go", "cmd/env.go", "dryrun/tools"}, "git is the only program that a check starts, and a tool's command the only one of a run"},
	{"os/user", []string{"main.go"}, "only main knows who runs it"},
	{"os/signal", []string{"main.go"}, "the process belongs to main"},
	{"embed", []string{"cmd/init.go", "lint/schemas", "dryrun/store/sqlite", "dryrun/store/postgres"}, "files in the program are few and known"},
	{"unsafe", []string{"cmd/inputs.go"}, "one conversion that saves a copy of every plan"},
	{"net", nil, "only a postgres:// store opens a connection, and pgx does that"},
	{"net/http", nil, "a check opens no connection"},
	{"plugin", nil, "a check runs no code but its own"},
	{"math/rand", nil, "the same input gives the same bytes"},
	{"math/rand/v2", nil, "the same input gives the same bytes"},
	{"log", nil, "only cmd prints, and on the streams it is given"},
}

// wards says where a package's function or variable may be used, as doors does for imports.
var wards = []struct {
	name string
	in   []string
	why  string
}{
	{"os.Args", []string{"main.go"}, "cmd.Main gets its arguments"},
	{"os.Exit", []string{"main.go"}, "a deferred call must run, and a test must go on"},
	{"os.Stdin", []string{"main.go"}, "cmd.Env has the streams"},
	{"os.Stdout", []string{"main.go"}, "cmd.Env has the streams"},
	{"os.Stderr", []string{"main.go"}, "cmd.Env has the streams"},
	{"os.Getenv", []string{"main.go"}, "cmd.Env has the environment"},
	{"os.LookupEnv", []string{"main.go"}, "cmd.Env has the environment"},
	{"os.Environ", []string{"cmd/folder.go"}, "git needs the environment, without a hook's variables"},
	{"os.Getwd", []string{"main.go", "lint/config/load.go"}, "cmd.Env has the working directory; config asks where nobody says"},
	{"os.Chdir", nil, "the working directory is everybody's"},
	{"time.Now", []string{"main.go"}, "cmd.Env has the clock"},
	{"time.Since", nil, "cmd.Env has the clock"},
	{"time.Sleep", nil, "no verdict depends on time"},
	{"fmt.Print", nil, "cmd.Env has the streams"},
	{"fmt.Printf", nil, "cmd.Env has the streams"},
	{"fmt.Println", nil, "cmd.Env has the streams"},
}

// goPackage is what go list says of a package.
type goPackage struct {
	ImportPath string
	Dir        string
	GoFiles    []string
	Imports    []string // of the files above, without those of tests
}

// short is the package's path in the module.
func (p *goPackage) short() string {
	if p.ImportPath == module {
		return "."
	}
	return strings.TrimPrefix(p.ImportPath, module+"/")
}

func listPackages(t *testing.T) []goPackage {
	t.Helper()
	c := exec.Command("go", "list", "-json=ImportPath,Dir,GoFiles,Imports", "./...")
	c.Dir = ".."
	c.Stderr = os.Stderr
	out, err := c.Output()
	if err != nil {
		t.Fatal(err)
	}
	var all []goPackage
	d := json.NewDecoder(strings.NewReader(string(out)))
	for {
		var p goPackage
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			return all
		} else if err != nil {
			t.Fatal(err)
		}
		all = append(all, p)
	}
}

// Imports point down only.
func TestLayers(t *testing.T) {
	packages := listPackages(t)
	met := map[string]bool{}
	for _, p := range packages {
		met[p.short()] = true
		layer, ok := layers[p.short()]
		if !ok {
			t.Errorf("%s is in no layer", p.short())
			continue
		}
		for _, i := range p.Imports {
			below, ours := strings.CutPrefix(i, module+"/")
			if ours && !slices.Contains(layer.may, below) {
				t.Errorf("%s imports %s: %s", p.short(), below, layer.why)
			}
		}
	}
	for name := range layers {
		if !met[name] {
			t.Errorf("%s has a layer and does not exist", name)
		}
	}
}

// Every library has one door, and what belongs to the process is touched in one place.
func TestDoors(t *testing.T) {
	used := map[string]bool{}
	for _, p := range listPackages(t) {
		for _, name := range p.GoFiles {
			place := path.Join(p.short(), name)
			file, err := parser.ParseFile(token.NewFileSet(), filepath.Join(p.Dir, name), nil, parser.SkipObjectResolution)
			if err != nil {
				t.Fatal(err)
			}
			for _, i := range file.Imports {
				library := strings.Trim(i.Path.Value, `"`)
				for _, d := range doors {
					if !d.leads(library) {
						continue
					}
					used[d.library] = true
					if !admits(d.in, p.short(), place) {
						t.Errorf("%s imports %s: %s", place, library, d.why)
					}
				}
			}
			ast.Inspect(file, func(n ast.Node) bool {
				if name, ok := qualified(n); ok {
					for _, w := range wards {
						if w.name != name {
							continue
						}
						used[name] = true
						if !admits(w.in, p.short(), place) {
							t.Errorf("%s uses %s: %s", place, name, w.why)
						}
					}
				}
				return true
			})
		}
	}
	for _, d := range doors {
		if len(d.in) > 0 && !used[d.library] {
			t.Errorf("%s has a door that nobody uses", d.library)
		}
	}
	for _, w := range wards {
		if len(w.in) > 0 && !used[w.name] {
			t.Errorf("%s may be used in %v, and is not", w.name, w.in)
		}
	}
}

// Every library that go.mod asks for has a door, so that a new one is a decision.
func TestLibrariesHaveDoors(t *testing.T) {
	for _, p := range listPackages(t) {
		for _, i := range p.Imports {
			if host, _, _ := strings.Cut(i, "/"); !strings.Contains(host, ".") || strings.HasPrefix(i, module) {
				continue
			}
			if !slices.ContainsFunc(doors, func(d door) bool { return d.leads(i) }) {
				t.Errorf("%s imports %s, which has no door", p.short(), i)
			}
		}
	}
}

// admits reports whether a file, at a place in a package, is among those that may.
func admits(in []string, pkg, place string) bool {
	return slices.Contains(in, place) || slices.Contains(in, pkg)
}

// qualified is the name that a selector on a package writes, such as os.Args.
func qualified(n ast.Node) (name string, ok bool) {
	s, ok := n.(*ast.SelectorExpr)
	if !ok {
		return "", false
	}
	x, ok := s.X.(*ast.Ident)
	if !ok {
		return "", false
	}
	return x.Name + "." + s.Sel.Name, true
}

package rules

import "strings"

// linters are the names that begin an instruction in a comment, such as "yamllint disable rule:x" and
// "zizmor: ignore[x]". A verb must follow.
var linters = nameSet(`
	actionlint ansible-lint bandit biome checkov clippy codespell conftest cspell datree deno-lint dprint editorconfig-checker eslint
	flake8 gitleaks golangci-lint hadolint isort jshint jslint jscpd kics kics-scan kube-linter kube-score lint lll markdownlint mypy oxlint
	planlint polaris pragma prettier pydocstyle pylint pyright regal revive rubocop ruff semgrep shellcheck snyk sonar spectral
	sqlfluff staticcheck stylelint swiftlint terrascan tflint tfsec trivy trufflehog tslint type vale vulture yamlfmt yamllint zizmor`)

// verbs are what an instruction says.
var verbs = nameSet(`
	allow allowlist baseline disable disable-file disable-line disable-next-line enable exclude exempt file-ignore ignore ignore-all
	ignore-errors ignore-file ignore-line ignore-next-line no noqa nolint off on pardon pass skip skip-file suppress trust whitelist`)

// alone are instructions of one word. They count at the beginning of a comment, with what may follow them.
var alone = [...]string{"noqa", "nolint", "nosec", "nosemgrep", "nosonar", "noinspection", "novalidate", "nocheck", "ts-ignore"}

// directive finds what reads like an instruction to a linter in a comment, which begins with "#": its offset and its
// length, 0 where there is none. An instruction stands at the beginning of the comment, or behind another "#", as
// linters read them; one to planlint is found anywhere.
func directive(comment string) (at, length int) {
	for i := 0; i < len(comment); i++ {
		if comment[i] != '#' {
			continue
		}
		start := i
		for start < len(comment) && strings.IndexByte("# \t!", comment[start]) >= 0 {
			start++
		}
		if instruction(comment[start:], true) {
			return start, len(strings.TrimRight(comment[start:], " \t\r"))
		}
		i = max(i, start-1)
	}
	low := strings.ToLower(comment)
	if len(low) != len(comment) {
		return 0, 0 // letters whose other case has another length: no instruction has any
	}
	for i := strings.Index(low, "planlint"); i >= 0; {
		if (i == 0 || !word(low[i-1])) && instruction(comment[i:], false) {
			return i, len(strings.TrimRight(comment[i:], " \t\r"))
		}
		next := strings.Index(low[i+1:], "planlint")
		if next < 0 {
			break
		}
		i += 1 + next
	}
	return 0, 0
}

// instruction reports whether a text begins with an instruction. first says that the text begins a comment.
func instruction(s string, first bool) bool {
	name := strings.ToLower(nameAt(s))
	rest := s[len(name):]
	if name == "" || len(name) > 64 {
		return false
	}
	if first {
		for _, w := range alone {
			if name == w {
				return rest == "" || strings.IndexByte(" \t:(,=[", rest[0]) >= 0 && !sentence(rest)
			}
		}
	}
	if name == "planlint" && strings.HasPrefix(rest, ":") && first {
		return true
	}
	// "eslint-disable-next-line" is one name: the linter, then the verb.
	for i := len(name); i > 0; i = strings.LastIndexByte(name[:i], '-') {
		if _, ok := linters[name[:i]]; !ok {
			continue
		}
		if i < len(name) {
			return verb(name[i+1:])
		}
		next := strings.TrimLeft(rest, " \t")
		marked := false
		if next != "" && strings.IndexByte(":=", next[0]) >= 0 {
			next, marked = strings.TrimLeft(next[1:], " \t"), true
		}
		if name == "type" || name == "lint" || name == "pragma" { // words of everyday, unless a mark follows
			if !marked {
				return false
			}
		}
		follows := strings.ToLower(verbAt(next))
		return follows != "" && verb(follows) && (marked || !sentence(next[len(follows):]))
	}
	return false
}

// verb reports whether a word, or what it begins with before a hyphen, is an instruction's.
func verb(w string) bool {
	if _, ok := verbs[w]; ok {
		return true
	}
	head, _, found := strings.Cut(w, "-")
	if !found {
		return false
	}
	_, ok := verbs[head]
	return ok && head != "no" && head != "on"
}

// sentence reports whether plain words follow, so that the comment is about an instruction rather than one.
func sentence(rest string) bool {
	if rest == "" || rest[0] != ' ' {
		return false
	}
	words := strings.Fields(rest[:min(len(rest), 64)])
	plain := 0
	for _, w := range words {
		if strings.IndexFunc(w, func(c rune) bool { return !(c >= 'a' && c <= 'z') }) < 0 {
			plain++
		}
	}
	return plain > 2
}

// nameAt is the word that a text begins with, which may hold hyphens.
func nameAt(s string) string {
	n := 0
	for n < len(s) && (word(s[n]) || s[n] == '-' && n > 0) {
		n++
	}
	return strings.TrimRight(s[:n], "-")
}

// verbAt is the verb that a text begins with.
func verbAt(s string) string {
	n := 0
	for n < len(s) && (letter(s[n]) || s[n] == '-' && n > 0) {
		n++
	}
	return strings.TrimRight(s[:n], "-")
}

// reach says where a key is an instruction. The zero reach is nowhere.
type reach uint8

const (
	_        reach = iota
	anywhere       // planlint_ignore: in a plan, and at any depth of arguments
	atTop          // lint: in a plan, a step, and among a step's arguments
	inPlan         // contracts: in a plan and a step
)

// pardons says where a text would be an instruction, if it is a key: whatever its case and its separators, and also
// behind x-, as extensions are marked.
func pardons(s string) reach {
	const shortest, longest = len("lint"), 40
	if len(s) < shortest || len(s) > longest {
		return 0
	}
	if letter(s[0]) && letter(s[1]) && !beginnings[(s[0]|0x20)-'a'][(s[1]|0x20)-'a'] {
		return 0 // nearly all keys of nearly all plans
	}
	var buffer [longest]byte
	key := buffer[:0]
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '-' || c == '_' || c == ' ' || c == '.' || c == '$':
			if c == '-' && len(key) == 1 && key[0] == 'x' {
				key = key[:0]
			}
		case letter(c):
			key = append(key, c|0x20)
		default:
			return 0
		}
	}
	if len(key) >= len("planlint") && string(key[:len("planlint")]) == "planlint" {
		return anywhere
	}
	return keys[string(key)]
}

var keys = map[string]reach{
	"noqa": anywhere, "nolint": anywhere, "nosec": anywhere, "nosemgrep": anywhere,
	"ignorerules": anywhere, "disablerules": anywhere, "disabledrules": anywhere, "skiprules": anywhere, "suppressrules": anywhere,
	"ignoredrules": anywhere, "ignorerule": anywhere, "disablerule": anywhere, "skiplint": anywhere, "nolinting": anywhere,
	"lintignore": anywhere, "lintdisable": anywhere, "ignorelint": anywhere, "disablelint": anywhere, "ignorefindings": anywhere,
	"suppressfindings": anywhere, "eslintdisable": anywhere, "yamllintdisable": anywhere, "skipvalidation": atTop, "skipchecks": atTop,
	"lint": atTop, "linter": atTop,
	"contracts": inPlan, "contract": inPlan, "registry": inPlan, "agents": inPlan, "agent": inPlan, "allowlist": inPlan, "whitelist": inPlan,
	"delegation": inPlan, "delegations": inPlan, "scope": inPlan, "scopes": inPlan, "autonomy": inPlan, "grants": inPlan, "permissions": inPlan,
	"rules": inPlan, "config": inPlan, "structure": inPlan, "severity": inPlan, "extends": inPlan,
}

// beginnings are the first two letters of all keys that are instructions.
var beginnings = func() (table [26][26]bool) {
	table['p'-'a']['l'-'a'] = true // planlint
	for key := range keys {
		table[key[0]-'a'][key[1]-'a'] = true
	}
	return table
}()

package report

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/planlint/planlint/contracts/tree"
	"github.com/planlint/planlint/lint"
)

var command = regexp.MustCompile(`^::(error|warning|notice) (.*?)::(.*)$`)

// checkGitHub reads the log as the runner of GitHub Actions does.
func checkGitHub(text []byte, r recording) error {
	all := r.all()
	data := strings.NewReplacer("%0D", "\r", "%0A", "\n", "%25", "%")
	value := strings.NewReplacer("%0D", "\r", "%0A", "\n", "%3A", ":", "%2C", ",", "%25", "%")
	for i, row := range strings.SplitAfter(string(text), "\n") {
		if row == "" {
			break
		}
		m := command.FindStringSubmatch(strings.TrimSuffix(row, "\n"))
		if m == nil {
			return fmt.Errorf("no command: %q", row)
		}
		properties := map[string]string{}
		for pair := range strings.SplitSeq(m[2], ",") {
			k, v, ok := strings.Cut(pair, "=")
			if _, twice := properties[k]; !ok || twice || v == "" {
				return fmt.Errorf("property %q", pair)
			}
			properties[k] = value.Replace(v)
		}
		if i >= len(all) { // the failure, and that there are more
			if properties["file"] != "" || properties["title"] != "planlint" {
				return fmt.Errorf("a command too much: %q", row)
			}
			continue
		}
		d := all[i]
		if m[1] != map[lint.Severity]string{lint.Error: "error", lint.Warning: "warning", lint.Note: "notice"}[d.Severity] {
			return fmt.Errorf("kind %s", m[1])
		}
		if got := data.Replace(m[3]); got != sentence(d.Finding) {
			return fmt.Errorf("message %q, want %q", got, sentence(d.Finding))
		}
		if d.at.Known() && d.at.Source.Name != "" {
			start, end := extent(d.at)
			if properties["file"] != tree.Visible(d.at.Source.Name) || properties["line"] != strconv.Itoa(start.Line) || properties["endLine"] != strconv.Itoa(end.Line) {
				return fmt.Errorf("place %v", properties)
			}
			if _, ok := properties["col"]; ok != (start.Line == end.Line) {
				return errors.New("columns are for one line, and for all of them")
			}
		}
	}
	if strings.Contains("\n"+string(text), "\n::error title=planlint::") != (r.summary.Failure != nil) {
		return errors.New("the failure")
	}
	return nil
}

var (
	ourTags  = regexp.MustCompile(`</?code>|</?details>|</?summary>`)
	entities = regexp.MustCompile(`&#\d+;`)
)

// checkMarkdown makes sure that all structure is ours: without our tags and the entities, no character is left that
// could be markup, and each row has as many cells as its table.
func checkMarkdown(text []byte, r recording) error {
	if !strings.HasPrefix(string(text), "## planlint: ") || len(text) > maxComment && !r.options.Verbose {
		return errors.New("heading or size")
	}
	cells := 0
	for row := range strings.SplitSeq(string(text), "\n") {
		var outside strings.Builder // of what stands in code
		for i, part := range strings.Split(strings.NewReplacer("<code>", "\x00", "</code>", "\x00").Replace(row), "\x00") {
			if i%2 == 0 {
				outside.WriteString(part)
			} else if strings.ContainsAny(entities.ReplaceAllString(part, ""), "&;<>|`@:./\\") {
				return fmt.Errorf("code %q", part)
			}
		}
		rest := entities.ReplaceAllString(ourTags.ReplaceAllString(outside.String(), ""), "x")
		heading := strings.HasPrefix(rest, "### ")
		rest = strings.TrimLeft(rest, "#")
		if strings.ContainsAny(rest, "<>`@#&\\*[]~!$%^") || strings.Contains(rest, "://") || strings.Contains(strings.ToLower(rest), "www.") {
			return fmt.Errorf("row %q", row)
		}
		switch n := strings.Count(rest, "|"); {
		case n == 0:
			cells = 0
		case heading || !strings.HasPrefix(rest, "| ") && !strings.HasPrefix(rest, "|--") || !strings.HasSuffix(rest, "|"):
			return fmt.Errorf("row %q", row)
		case cells == 0:
			cells = n
		case n != cells:
			return fmt.Errorf("row %q has %d cells, not %d", row, n-1, cells-1)
		}
	}
	if open, end := strings.Count(string(text), "<details>"), strings.Count(string(text), "</details>"); open != end {
		return errors.New("a fold is left open")
	}
	return nil
}

package cmd

import (
	"io"
	"strings"
	"unicode/utf8"

	"github.com/planlint/planlint/contracts/tree"
	"github.com/planlint/planlint/dryrun"
	"github.com/planlint/planlint/lint/syntax"
)

// outcome is what came of the step, as it was given.
func (o *resolveOptions) outcome(env *Env) ([]byte, error) {
	const limit = 64 << 20
	var data []byte
	var err error
	switch o.landedFile {
	case "":
		return []byte(o.landed), nil
	case "-":
		data, err = io.ReadAll(io.LimitReader(env.Stdin, limit))
	default:
		data, err = readFile(env.abs(o.landedFile), limit)
	}
	if err != nil {
		return nil, usage("", "--landed-file %s: %s", o.landedFile, reason(err))
	}
	if len(data) >= limit {
		return nil, usage("", "--landed-file %s has more than a record takes", o.landedFile)
	}
	return data, nil
}

// meant refuses an outcome that begins as JSON and is none: it would be on the record for good, as a text.
func (o *resolveOptions) meant(outcome []byte) error {
	text := strings.TrimLeft(string(outcome), " \t\r\n")
	if text == "" || !strings.Contains(`{["`, text[:1]) {
		return nil
	}
	src := &tree.Source{Name: "outcome.json", Text: string(outcome)}
	problems := syntax.Read(src, syntax.Options{})[0].Problems
	if len(problems) == 0 {
		return nil
	}
	flag := "--landed"
	if o.landedFile != "" {
		flag = "--landed-file " + tree.Visible(o.landedFile)
	}
	hint := "mend it; a text that is to begin so is written as a JSON string"
	if s := strings.TrimSpace(text); o.landedFile == "" && len(s) <= 40 && utf8.ValidString(s) {
		hint += ": --landed " + dryrun.Word(strings.TrimSuffix(jsonText(s), "\n"))
	}
	at := src.Position(problems[0].Span.Start)
	return usage(hint, "%s begins as JSON, and is none: %d:%d: %s", flag, at.Line, at.Column, problems[0].Message)
}

package schema

import (
	"errors"
	"fmt"
	"regexp"
	"strings"
	"sync"
	"time"

	"github.com/dlclark/regexp2/v2"

	"github.com/planlint/planlint/contracts/tree"
)

// patternDeadline is how long one pattern may think about one text. The engine's clock is coarse; it may take twice
// as long.
const patternDeadline = 100 * time.Millisecond

// pattern is a regular expression of ECMA 262, as JSON Schema means them. Where RE2 certainly means the same it is
// RE2, in linear time; else a backtracking engine with a deadline.
type pattern struct {
	source string
	linear *regexp.Regexp
	ecma   *regexp2.Regexp
}

// errUndecided says that a pattern used up its time, or its memory, on a text.
var errUndecided = errors.New("could not be decided in time")

// compilePattern reads a regular expression: with ECMA 262's flag u, as JSON Schema recommends, or without, where
// only that gives it a meaning.
func compilePattern(source string) (*pattern, error) {
	if s, ok := linearPattern(source); ok {
		if re, err := regexp.Compile(s); err == nil {
			return &pattern{source: source, linear: re}, nil
		}
	}
	unicode, err := ecmaSyntax(source)
	if err != nil {
		return nil, err
	}
	if unicode {
		if re, err := regexp2.Compile(source, regexp2.ECMAScript|regexp2.Unicode); err == nil {
			re.MatchTimeout = patternDeadline
			return &pattern{source: source, ecma: re}, nil
		}
	}
	re, err := regexp2.Compile(source, regexp2.ECMAScript)
	if err != nil {
		return nil, err
	}
	re.MatchTimeout = patternDeadline
	return &pattern{source: source, ecma: re}, nil
}

// ecmaSyntax refuses what the engine takes beyond ECMA 262, such as (?i) and (?P<name>…). unicode is false where an
// escape is an error under the flag u, and a mere letter without it.
func ecmaSyntax(s string) (unicode bool, err error) {
	unicode = true
	class := false
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '\\':
			if i++; i < len(s) && alphanumeric(s[i]) && strings.IndexByte("dDwWsSbBtnrfvcxupPk0123456789", s[i]) < 0 {
				unicode = false
			}
		case class:
			class = c != ']'
		case c == '[':
			class = true
			if i+1 < len(s) && s[i+1] == '^' {
				i++
			}
		case c == '(' && strings.HasPrefix(s[i:], "(?"):
			if !groupStart().MatchString(s[i:]) {
				return false, fmt.Errorf("%s is no group that it has", tree.Quote(s[i:min(len(s), i+4)]))
			}
		}
	}
	return unicode, nil
}

// groupStart is how a group may begin: plain, lookaround, named, or with modifiers.
var groupStart = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^\(\?(?:[:=!]|<[=!]|<[\pL$_\\]|[ims]*-?[ims]*:)`) })

// match reports whether the pattern occurs in s.
func (p *pattern) match(s string) (bool, error) {
	if p.linear != nil {
		return p.linear.MatchString(s), nil
	}
	ok, err := p.ecma.MatchString(s)
	if err != nil {
		return false, errUndecided
	}
	return ok, nil
}

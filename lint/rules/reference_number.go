package rules

import (
	"strings"

	"github.com/planlint/planlint/lint"
)

// evidence reads #E1, the way of planners that number their evidence.
func (r *referrer) evidence(text string, i int) (reference, int) {
	if i > 0 && (word(text[i-1]) || text[i-1] == '&' || text[i-1] == '#') {
		return reference{}, 0
	}
	s, n := r.evidenceNumber(text[i+1:])
	return reference{step: s}, lengthIf(n > 0, n+1)
}

// evidenceNumber reads E1: the number of a step other than the one it stands in. Two digits make a colour as well, so
// they must name a step that is waited for.
func (r *referrer) evidenceNumber(s string) (*lint.Step, int) {
	if s == "" || s[0] != 'E' {
		return nil, 0
	}
	n := digitsAt(s, 1)
	if n == 0 || n > 2 || 1+n < len(s) && word(s[1+n]) {
		return nil, 0
	}
	step := r.loose("E"+s[1:1+n], 1)
	if step == nil {
		step = r.number(s[1 : 1+n])
	}
	if step == nil || n == 2 && !r.dependsOn(step) {
		return nil, 0
	}
	return step, 1 + n
}

// callMark begins a reference in the way of Seal-Tools.
const callMark = "API_call_"

// call reads "API_call_0 response".
func (r *referrer) call(text string, i int) (reference, int) {
	if !strings.HasPrefix(text[i:], callMark) || i > 0 && word(text[i-1]) {
		return reference{}, 0
	}
	n := digitsAt(text, i+len(callMark))
	if n == 0 {
		return reference{}, 0
	}
	end := len(callMark) + n
	ref := reference{step: r.loose(text[i:i+end], 0)}
	if strings.HasPrefix(text[i+end:], " response") {
		end += len(" response")
	}
	return ref, end
}

// arithmetic reports whether a text calculates with $1 and the like, each a step that is waited for: "min($3, $6)".
func (r *referrer) arithmetic(text string) bool {
	if len(text) > longestReference || strings.IndexByte(text, '$') < 0 {
		return false
	}
	found := false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '$':
			n := digitsAt(text, i+1)
			if n == 0 {
				return false
			}
			s := r.number(text[i+1 : i+1+n])
			if s == nil || !r.dependsOn(s) {
				return false
			}
			found = true
			i += n
			if i+2 < len(text) && (text[i+1] == ',' || text[i+1] == '.') && digit(text[i+2]) {
				return false // a price
			}
		case letter(c):
			name := identifier(text[i:])
			switch strings.ToLower(name) {
			case "min", "max", "sum", "avg", "mean", "abs", "round", "sqrt", "floor", "ceil":
			default:
				return false
			}
			i += len(name) - 1
		case digit(c), strings.IndexByte(" +-*/%^().,[]\"", c) >= 0:
		default:
			return false
		}
	}
	return found
}

func firstNumber(text string) string {
	i := strings.IndexByte(text, '$') + 1
	return text[i : i+digitsAt(text, i)]
}

// digitsAt is how many digits stand at an offset.
func digitsAt(s string, i int) int {
	n := 0
	for i+n < len(s) && digit(s[i+n]) {
		n++
	}
	return n
}

func lengthIf(ok bool, n int) int {
	if ok {
		return n
	}
	return 0
}

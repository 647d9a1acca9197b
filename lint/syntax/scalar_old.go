package syntax

import "github.com/planlint/planlint/contracts/tree"

// octalLooking is Ambiguous for decimal digits that YAML 1.1 reads as another value: as octal after a leading zero, or
// as text if one of them is an 8 or a 9.
func octalLooking(digits string) tree.Flags {
	if len(digits) < 2 || digits[0] != '0' {
		return 0
	}
	i := 0
	for i+1 < len(digits) && digits[i] == '0' {
		i++
	}
	if i+1 == len(digits) && digits[i] < '8' { // one octal digit counts the same in both
		return 0
	}
	return tree.Ambiguous
}

// oldScalar reports whether a text that is a string to YAML 1.2 is a number or a time to YAML 1.1.
func oldScalar(s string) bool {
	return oldTimestamp(s) || oldNumber(s)
}

// oldNumber matches what only YAML 1.1 takes for a number: underscores between digits, binary, signed hexadecimal, and
// sexagesimals such as 1:30.
func oldNumber(s string) bool {
	if s[0] == '-' || s[0] == '+' {
		s = s[1:]
	}
	if len(s) > 2 && s[0] == '0' {
		switch rest := s[2:]; s[1] {
		case 'b':
			return digits(rest, func(c byte) bool { return c == '0' || c == '1' || c == '_' }) == len(rest)
		case 'x':
			return digits(rest, func(c byte) bool { return isHex(c) || c == '_' }) == len(rest)
		}
	}
	loose := func(c byte) bool { return isDigit(c) || c == '_' }
	n := digits(s, loose)
	if n == 0 || s[0] == '_' {
		return len(s) > 1 && s[0] == '.' && isDigit(s[1]) && digits(s[1:], loose) == len(s)-1
	}
	if n == len(s) {
		return s[0] != '0' || digits(s, func(c byte) bool { return isOctalDigit(c) || c == '_' }) == n
	}
	whole := s[:n]
	parts := 0
	for s = s[n:]; len(s) > 1 && s[0] == ':' && isDigit(s[1]); parts++ {
		w := 2
		if len(s) > 2 && isDigit(s[2]) {
			if s[1] > '5' {
				return false
			}
			w = 3
		}
		s = s[w:]
	}
	if s == "" { // a sexagesimal without a point does not start with 0
		return parts > 0 && whole[0] != '0'
	}
	if s[0] != '.' {
		return false
	}
	s = s[1+digits(s[1:], loose):]
	if s == "" {
		return true
	}
	return parts == 0 && len(s) > 2 && (s[0] == 'e' || s[0] == 'E') && (s[1] == '-' || s[1] == '+') &&
		digits(s[2:], isDigit) == len(s)-2
}

// oldTimestamp matches the timestamps of YAML 1.1: a date, or a date and a time.
func oldTimestamp(s string) bool {
	take := func(least, most int) bool {
		n := min(digits(s, isDigit), most)
		if n < least {
			return false
		}
		s = s[n:]
		return true
	}
	skip := func(c byte) bool {
		if s == "" || s[0] != c {
			return false
		}
		s = s[1:]
		return true
	}
	blanks := func() (n int) {
		for s != "" && (s[0] == ' ' || s[0] == '\t') {
			s = s[1:]
			n++
		}
		return n
	}
	full := s
	if !take(4, 4) || !skip('-') || !take(1, 2) || !skip('-') || !take(1, 2) {
		return false
	}
	if s == "" {
		return len(full) == len("2026-01-01")
	}
	if !skip('T') && !skip('t') && blanks() == 0 {
		return false
	}
	if !take(1, 2) || !skip(':') || !take(2, 2) || !skip(':') || !take(2, 2) {
		return false
	}
	if skip('.') {
		take(0, len(s))
	}
	blanks()
	if s == "" || s == "Z" {
		return true
	}
	if !skip('+') && !skip('-') || !take(1, 2) {
		return false
	}
	return s == "" || skip(':') && take(2, 2) && s == ""
}

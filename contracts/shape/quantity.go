package shape

import (
	"math"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/planlint/planlint/contracts/tree"
)

// Duration reads a positive length of time with its unit, such as 30s, 15m, 24h or 1h30m.
func (r Reader) Duration(n tree.Ref, what string) (time.Duration, bool) {
	if r.Tree.Kind(n) == tree.Invalid {
		return 0, false
	}
	if s := r.Tree.Text(n); r.Tree.Kind(n) == tree.String && s != "" && s[0] >= '0' && s[0] <= '9' {
		if d, err := time.ParseDuration(s); err == nil && d > 0 {
			return d, true
		}
	}
	hint := "write a number with its unit: ms, s, m or h"
	if s := r.Tree.Text(n); strings.HasSuffix(s, "d") {
		if days, err := strconv.ParseUint(strings.TrimSuffix(s, "d"), 10, 16); err == nil {
			hint = "write days as hours: " + strconv.FormatUint(days*24, 10) + "h"
		}
	}
	r.Wrong(n, hint, "%s must be a duration such as 30s, 15m or 24h, not %s", what, r.Found(n))
	return 0, false
}

var units = map[string]int64{
	"B": 1, "KB": 1e3, "MB": 1e6, "GB": 1e9, "KiB": 1 << 10, "MiB": 1 << 20, "GiB": 1 << 30,
}

// Size reads a positive number of bytes with its unit, such as 64KB (64,000) or 1MiB (1,048,576).
func (r Reader) Size(n tree.Ref, what string) (int64, bool) {
	if r.Tree.Kind(n) == tree.Invalid {
		return 0, false
	}
	if r.Tree.Kind(n) == tree.String {
		s := r.Tree.Text(n)
		digits := strings.TrimRight(s, "BKMGi")
		if v, err := strconv.ParseUint(digits, 10, 63); err == nil && v > 0 {
			if u, ok := units[s[len(digits):]]; ok && int64(v) <= math.MaxInt64/u {
				return int64(v) * u, true
			}
		}
	}
	r.Wrong(n, "write a whole number with its unit: B, KB, MB, GB, KiB, MiB or GiB",
		"%s must be a size such as 64KB or 1MiB, not %s", what, r.Found(n))
	return 0, false
}

// rfc3339 is stricter than time.Parse, which takes a one-digit hour and a comma.
var rfc3339 = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$`)
})

// Instant reads an RFC 3339 moment with its time zone.
func (r Reader) Instant(n tree.Ref, what string) (time.Time, bool) {
	if r.Tree.Kind(n) == tree.Invalid {
		return time.Time{}, false
	}
	if s := r.Tree.Text(n); r.Tree.Kind(n) == tree.String && rfc3339().MatchString(s) {
		if at, err := time.Parse(time.RFC3339Nano, s); err == nil {
			return at, true
		}
	}
	r.Wrong(n, "write date, time and time zone, as RFC 3339 has them",
		"%s must be a moment such as 2027-01-01T00:00:00Z, not %s", what, r.Found(n))
	return time.Time{}, false
}

var (
	decimal  = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^(0|[1-9][0-9]{0,14})(\.[0-9]{1,6})?$`) })
	currency = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[A-Z]{3}$`) })
)

// Amount reads a positive decimal of at most 15 digits before and 6 behind the point, which is written as a text so
// that no reader on the way rounds it. It returns the text.
func (r Reader) Amount(n tree.Ref, what string) (string, bool) {
	switch r.Tree.Kind(n) {
	case tree.Invalid:
		return "", false
	case tree.String:
		if s := r.Tree.Text(n); decimal().MatchString(s) && strings.Trim(s, "0.") != "" {
			return s, true
		}
	case tree.Number:
		r.Wrong(n, "write it in quotes, so that nothing rounds it", "%s must be a decimal in quotes, not %s", what, r.Found(n))
		return "", false
	}
	r.Wrong(n, "write up to 15 digits, and up to 6 behind the point",
		`%s must be a decimal over zero such as "500" or "19.99", not %s`, what, r.Found(n))
	return "", false
}

// Currency reads three capital letters.
func (r Reader) Currency(n tree.Ref, what string) (string, bool) {
	if r.Tree.Kind(n) == tree.Invalid {
		return "", false
	}
	if s := r.Tree.Text(n); r.Tree.Kind(n) == tree.String && currency().MatchString(s) {
		return s, true
	}
	r.Wrong(n, "", "%s must be a currency of three capital letters such as GBP, not %s", what, r.Found(n))
	return "", false
}

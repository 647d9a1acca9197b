package schema

import "strings"

func isDateTime(s string) bool {
	return len(s) > 11 && isDate(s[:10]) && (s[10] == 'T' || s[10] == 't') && isTime(s[11:])
}

func isDate(s string) bool {
	if len(s) != 10 || s[4] != '-' || s[7] != '-' || !digits(s[:4], 4, 4) || !digits(s[5:7], 2, 2) || !digits(s[8:], 2, 2) {
		return false
	}
	year, month, day := number(s[:4]), number(s[5:7]), number(s[8:])
	return month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month)
}

func daysIn(year, month int) int {
	switch month {
	case 2:
		if year%4 == 0 && (year%100 != 0 || year%400 == 0) {
			return 29
		}
		return 28
	case 4, 6, 9, 11:
		return 30
	}
	return 31
}

// isTime is RFC 3339's full-time. A leap second is one only where it ends a day in UTC.
func isTime(s string) bool {
	if len(s) < 9 || s[2] != ':' || s[5] != ':' || !digits(s[:2], 2, 2) || !digits(s[3:5], 2, 2) || !digits(s[6:8], 2, 2) {
		return false
	}
	hour, minute, second := number(s[:2]), number(s[3:5]), number(s[6:8])
	if hour > 23 || minute > 59 || second > 60 {
		return false
	}
	s = s[8:]
	if s[0] == '.' {
		n := 1
		for n < len(s) && s[n] >= '0' && s[n] <= '9' {
			n++
		}
		if n == 1 {
			return false
		}
		s = s[n:]
	}
	offset := 0
	if s != "Z" && s != "z" {
		if len(s) != 6 || s[0] != '+' && s[0] != '-' || s[3] != ':' || !digits(s[1:3], 2, 2) || !digits(s[4:], 2, 2) {
			return false
		}
		if number(s[1:3]) > 23 || number(s[4:]) > 59 {
			return false
		}
		offset = number(s[1:3])*60 + number(s[4:])
		if s[0] == '-' {
			offset = -offset
		}
	}
	if second == 60 {
		const day = 24 * 60
		return ((hour*60+minute-offset)%day+day)%day == day-1
	}
	return true
}

// number reads a short run of digits.
func number(s string) int {
	n := 0
	for i := 0; i < len(s); i++ {
		n = n*10 + int(s[i]-'0')
	}
	return n
}

// isDuration is the duration of RFC 3339, appendix A: units without gaps, from the largest to the smallest.
func isDuration(s string) bool {
	if len(s) < 3 || s[0] != 'P' {
		return false
	}
	s = s[1:]
	if weeks, ok := strings.CutSuffix(s, "W"); ok {
		return digits(weeks, 1, len(weeks))
	}
	date, clock, timed := strings.Cut(s, "T")
	return units(date, "YMD", timed) && units(clock, "HMS", !timed)
}

// units reports whether s is numbers, each with one unit, in the order of names and without a gap.
func units(s, names string, mayBeEmpty bool) bool {
	if s == "" {
		return mayBeEmpty
	}
	at := -1
	for s != "" {
		n := 0
		for n < len(s) && s[n] >= '0' && s[n] <= '9' {
			n++
		}
		if n == 0 || n == len(s) {
			return false
		}
		i := strings.IndexByte(names, s[n])
		if i < 0 || at >= 0 && i != at+1 {
			return false
		}
		at, s = i, s[n+1:]
	}
	return true
}

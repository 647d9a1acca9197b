package store

import (
	"fmt"
	"time"
)

// Stamp is an instant as stores and exports write it: UTC, nine digits of a second, all of one length, so that the order
// of texts is the order of instants. Instants outside the years 0 to 9999 become the nearest that has such a text.
func Stamp(t time.Time) string {
	t = t.UTC()
	switch {
	case t.Year() < 0:
		t = time.Date(0, 1, 1, 0, 0, 0, 0, time.UTC)
	case t.Year() > 9999:
		t = time.Date(9999, 12, 31, 23, 59, 59, 999_999_999, time.UTC)
	}
	return t.Format(stampLayout)
}

const stampLayout = "2006-01-02T15:04:05.000000000Z"

// ParseStamp is the instant of a text that Stamp wrote. Any other text is ErrCorrupt.
func ParseStamp(s string) (time.Time, error) {
	t, err := time.Parse(stampLayout, s)
	if err != nil || Stamp(t) != s {
		return time.Time{}, fmt.Errorf("%w: %.40q is no instant that was written there", ErrCorrupt, s)
	}
	return t, nil
}

// stampable reports whether an instant survives Stamp and ParseStamp.
func stampable(t time.Time) bool {
	y := t.UTC().Year()
	return 0 <= y && y <= 9999
}

package cmd

import (
	"crypto/rand"
	"encoding/hex"
	"time"

	"github.com/planlint/planlint/contracts/tree"
)

// dryRunID is the run of a rehearsal that is given none: the same each time, so that the same plan gives the same output.
const dryRunID = "dry"

// newRunID makes an id up: when the run began, and something that no other run has.
func newRunID(now time.Time) string {
	var b [4]byte
	rand.Read(b[:]) // it never fails
	return now.UTC().Format("20060102-150405-") + hex.EncodeToString(b[:])
}

// checkRunID refuses ids that could be mistaken on a command line, in a file's name or on a screen.
func checkRunID(id string) error {
	if endsAsFile(id) {
		return usage("leave .jsonl out: such a name is that of an exported journal", "%s can't be the id of a run", tree.Quote(id))
	}
	ok := id != "" && len(id) <= 128 && id[0] != '-' && id[0] != '.'
	for _, c := range []byte(id) {
		switch {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9', c == '-', c == '_', c == '.':
		default:
			ok = false
		}
	}
	if !ok {
		return usage("use up to 128 letters, digits, - _ and ., and begin with a letter, a digit or _", "%s can't be the id of a run", tree.Quote(id))
	}
	return nil
}

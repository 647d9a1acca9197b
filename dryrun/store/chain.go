package store

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
)

// Record is one record of a journal.
type Record struct {
	Seq  int64  // from 1, without gaps
	Prev string // the hash of the record before, 64 hexadecimal digits; zeros for the first
	Hash string // SHA-256 of the 32 bytes of Prev and the bytes of Body, 64 hexadecimal digits
	Body []byte // as it was handed in
}

// Genesis is what the first record of a journal has as the hash before it.
const Genesis = "0000000000000000000000000000000000000000000000000000000000000000"

// Chain is the record with that body behind another one: seq and head are those of the last record so far, 0 and
// Genesis for the first. head must be a hash.
func Chain(seq int64, head string, body []byte) Record {
	return Record{Seq: seq + 1, Prev: head, Hash: hash(head, body), Body: body}
}

func hash(prev string, body []byte) string {
	p, err := hex.DecodeString(prev)
	if err != nil || len(p) != sha256.Size {
		panic("planlint: internal error: a hash that is none")
	}
	h := sha256.New()
	h.Write(p)
	h.Write(body)
	return hex.EncodeToString(h.Sum(nil))
}

// ChainError is a journal that is not what was written. It is ErrCorrupt.
type ChainError struct {
	Seq     int64 // of the first record that is wrong; 0 = what stands before the first one
	Torn    bool  // an exported journal ends in the middle: all that is there is as it was written
	Message string
}

// Error names the record.
func (e *ChainError) Error() string {
	if e.Seq == 0 {
		return "the head of the journal: " + e.Message
	}
	return fmt.Sprintf("record %d: %s", e.Seq, e.Message)
}

// Is says that the error is ErrCorrupt.
func (e *ChainError) Is(target error) bool { return target == ErrCorrupt }

// Verify reports the first record that does not follow from those before it: seq and head are those of the record before
// the first one, 0 and Genesis where it is the first of a journal. It returns the hash of the last.
func Verify(seq int64, head string, records []Record) (last string, err error) {
	for _, r := range records {
		seq++
		switch {
		case r.Seq != seq:
			return head, &ChainError{Seq: seq, Message: fmt.Sprintf("missing: the next one has number %d", r.Seq)}
		case r.Prev != head:
			return head, &ChainError{Seq: seq, Message: "it does not follow the record before it"}
		case !isHash(r.Hash) || r.Hash != hash(head, r.Body):
			return head, &ChainError{Seq: seq, Message: "its hash is not that of its body"}
		}
		head = r.Hash
	}
	return head, nil
}

func isHash(s string) bool {
	p, err := hex.DecodeString(s)
	return err == nil && len(p) == sha256.Size && hex.EncodeToString(p) == s
}

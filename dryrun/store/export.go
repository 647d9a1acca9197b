package store

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"unicode/utf8"
)

// exportVersion is the version of the format of exported journals.
const exportVersion = 1

// The lines of an exported journal.
type (
	exportHead struct {
		Version int    `json:"planlint_journal"`
		Tenant  string `json:"tenant"`
		Run     string `json:"run"`
	}
	exportRecord struct {
		Seq    int64   `json:"seq"`
		Prev   string  `json:"prev"`
		Hash   string  `json:"hash"`
		Body   *string `json:"body,omitempty"`
		Body64 *string `json:"body64,omitempty"`
	}
	exportEnd struct {
		Records int64  `json:"records"`
		Head    string `json:"head"`
		Sum     string `json:"sha256"`
	}
)

// Export writes a whole journal, from its first record on, as lines of JSON: the package comment has the format. It
// writes nothing where the journal does not verify, or where the run has a name that no store keeps.
func Export(w io.Writer, run RunID, records []Record) error {
	head, err := Verify(0, Genesis, records)
	if err != nil {
		return err
	}
	if err := texts("run", run.Tenant, run.ID); err != nil {
		return err
	}
	sum := sha256.New()
	out := bufio.NewWriter(w)
	both := io.MultiWriter(out, sum)
	if _, err := both.Write(encode(exportHead{exportVersion, run.Tenant, run.ID})); err != nil {
		return err
	}
	for _, r := range records {
		if _, err := both.Write(encode(line(r))); err != nil {
			return err
		}
	}
	end := exportEnd{int64(len(records)), head, hex.EncodeToString(sum.Sum(nil))}
	if _, err := out.Write(encode(end)); err != nil {
		return err
	}
	return out.Flush()
}

func line(r Record) exportRecord {
	l := exportRecord{Seq: r.Seq, Prev: r.Prev, Hash: r.Hash}
	if utf8.Valid(r.Body) {
		s := string(r.Body)
		l.Body = &s
	} else {
		s := base64.StdEncoding.EncodeToString(r.Body)
		l.Body64 = &s
	}
	return l
}

// encode is the one form of a line.
func encode(v any) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		panic("planlint: internal error: " + err.Error()) // numbers and texts always have a form
	}
	return b.Bytes()
}

// decode reads a line that encode could have written.
func decode[T any](text []byte) (v T, err error) {
	if err := json.Unmarshal(text, &v); err != nil {
		return v, errors.New("it is no line of a journal")
	}
	if !bytes.Equal(encode(v), text) {
		return v, errors.New("it is not written as a journal is")
	}
	return v, nil
}

// maxLine holds the largest record whose bytes are all escaped.
const maxLine = 6*MaxRecord + 1024

// Import reads what Export wrote, and nothing else: any change, a line more or less, or bytes behind the end are a
// *ChainError that names the record. Beside an error it returns the records before it, which verify, and the run where
// that could be read. A later version of the format is ErrTooNew.
func Import(r io.Reader) (records []Record, run RunID, err error) {
	in := bufio.NewReader(r)
	sum := sha256.New()
	text, err := readLine(in)
	if err != nil {
		return nil, RunID{}, lineError(0, err)
	}
	var version struct {
		Number *int `json:"planlint_journal"`
	}
	if json.Unmarshal(text, &version) == nil && version.Number != nil && *version.Number > exportVersion {
		return nil, RunID{}, fmt.Errorf("%w: the journal has version %d", ErrTooNew, *version.Number)
	}
	head, err := decode[exportHead](text)
	if err == nil && head.Version != exportVersion {
		err = fmt.Errorf("it has version %d", head.Version)
	}
	if err != nil {
		return nil, RunID{}, &ChainError{Seq: 0, Message: err.Error()}
	}
	run = RunID{Tenant: head.Tenant, ID: head.Run}
	sum.Write(text)
	last := Genesis
	for seq := int64(1); ; seq++ {
		text, err := readLine(in)
		if err != nil {
			return records, run, lineError(seq, err)
		}
		if bytes.HasPrefix(text, []byte(`{"records":`)) {
			end := exportEnd{seq - 1, last, hex.EncodeToString(sum.Sum(nil))}
			if !bytes.Equal(text, encode(end)) {
				return records, run, &ChainError{Seq: seq, Message: "the line that closes the journal is not that of the lines before it"}
			}
			if _, err := in.ReadByte(); err != io.EOF {
				return records, run, lineError(seq, afterEnd(err))
			}
			return records, run, nil
		}
		sum.Write(text)
		rec, err := parseRecord(text)
		if err != nil {
			return records, run, &ChainError{Seq: seq, Message: err.Error()}
		}
		if last, err = Verify(seq-1, last, []Record{rec}); err != nil {
			return records, run, err
		}
		records = append(records, rec)
	}
}

func parseRecord(text []byte) (Record, error) {
	l, err := decode[exportRecord](text)
	if err != nil {
		return Record{}, err
	}
	r := Record{Seq: l.Seq, Prev: l.Prev, Hash: l.Hash}
	switch {
	case l.Body != nil && l.Body64 == nil:
		r.Body = []byte(*l.Body)
	case l.Body64 != nil && l.Body == nil:
		if r.Body, err = base64.StdEncoding.Strict().DecodeString(*l.Body64); err != nil || utf8.Valid(r.Body) {
			return Record{}, errors.New("its body64 is none")
		}
	default:
		return Record{}, errors.New("it has no body, or two")
	}
	if len(r.Body) > MaxRecord {
		return Record{}, ErrTooLarge
	}
	return r, nil
}

// errTorn is the end of the input before the line that closes a journal ended.
var errTorn = errors.New("the file ends in the middle")

func lineError(seq int64, err error) error {
	var chain *ChainError
	switch {
	case errors.Is(err, errTorn):
		return &ChainError{Seq: seq, Torn: true, Message: err.Error()}
	case errors.As(err, &chain):
		chain.Seq = seq
		return chain
	}
	return err
}

func afterEnd(err error) error {
	if err != nil {
		return err
	}
	return &ChainError{Message: "there is more behind the line that closes the journal"}
}

// readLine reads a line with its newline. It is the caller's until the next one is read.
func readLine(in *bufio.Reader) ([]byte, error) {
	text, err := in.ReadSlice('\n')
	if errors.Is(err, bufio.ErrBufferFull) {
		all := bytes.Clone(text)
		for errors.Is(err, bufio.ErrBufferFull) {
			text, err = in.ReadSlice('\n')
			if all = append(all, text...); len(all) > maxLine {
				return nil, &ChainError{Message: ErrTooLarge.Error()}
			}
		}
		text = all
	}
	if err == io.EOF {
		return nil, errTorn
	}
	return text, err
}

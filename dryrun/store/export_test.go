package store

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

var exported = RunID{Tenant: "acme", ID: `odd "\ run 	€`}

func export(t testing.TB, run RunID, records []Record) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := Export(&b, run, records); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func sample() []Record {
	return journal(`{"kind":"run_started","at":"<&>"}`, "", "\x00\xff", "line\nbreak \u2028 \\ \"", "\xef\xbf\xbd", strings.Repeat("long ", 30_000))
}

func TestExport(t *testing.T) {
	data := export(t, RunID{"acme", "run_1"}, journal(`{"a":1}`, "\xff"))
	want := `{"planlint_journal":1,"tenant":"acme","run":"run_1"}
{"seq":1,"prev":"0000000000000000000000000000000000000000000000000000000000000000","hash":"HASH1","body":"{\"a\":1}"}
{"seq":2,"prev":"HASH1","hash":"HASH2","body64":"/w=="}
{"records":2,"head":"HASH2","sha256":"`
	r := journal(`{"a":1}`, "\xff")
	want = strings.NewReplacer("HASH1", r[0].Hash, "HASH2", r[1].Hash).Replace(want)
	if got, _ := strings.CutPrefix(string(data), want); len(got) != 64+len("\"}\n") {
		t.Fatalf("got\n%s\nwant\n%s", data, want)
	}
	for _, records := range [][]Record{nil, journal("a"), sample()} {
		got, run, err := Import(bytes.NewReader(export(t, exported, records)))
		if err != nil || run != exported || len(got) != len(records) || len(got) > 0 && !reflect.DeepEqual(got, records) {
			t.Fatalf("%d records came back as %d of %v: %v", len(records), len(got), run, err)
		}
	}
}

func TestExportRefuses(t *testing.T) {
	var b bytes.Buffer
	bad := sample()
	bad[2].Body = nil
	var chain *ChainError
	if err := Export(&b, exported, bad); !errors.As(err, &chain) || chain.Seq != 3 {
		t.Errorf("a broken chain: %v", err)
	}
	if err := Export(&b, RunID{"a", "\xff"}, nil); err == nil {
		t.Error("a name that is none was written")
	}
	if b.Len() > 0 {
		t.Errorf("wrote %q", b.String())
	}
	if err := Export(full{}, exported, sample()); err == nil {
		t.Error("a full disk was no error")
	}
}

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("full") }

func TestImportRefuses(t *testing.T) {
	records := sample()
	data := string(export(t, exported, records))
	lines := strings.SplitAfter(data, "\n")
	lines = lines[:len(lines)-1]
	n := int64(len(records))
	join := func(parts ...[]string) string {
		var all []string
		for _, p := range parts {
			all = append(all, p...)
		}
		return strings.Join(all, "")
	}
	for name, c := range map[string]struct {
		text string
		seq  int64
		torn bool
	}{
		"nothing":                 {"", 0, true},
		"a torn head":             {lines[0][:10], 0, true},
		"only a head":             {lines[0], 1, true},
		"a torn record":           {join(lines[:3], []string{lines[3][:len(lines[3])-2]}), 3, true},
		"a record, no newline":    {join(lines[:3], []string{lines[3][:len(lines[3])-1]}), 3, true},
		"no closing line":         {join(lines[:n+1]), n + 1, true},
		"a torn closing line":     {data[:len(data)-1], n + 1, true},
		"a record less":           {join(lines[:2], lines[3:]), 2, false},
		"the last record less":    {join(lines[:n], lines[n+1:]), n, false},
		"two swapped":             {join(lines[:2], lines[3:4], lines[2:3], lines[4:]), 2, false},
		"one twice":               {join(lines[:3], lines[2:]), 3, false},
		"no head":                 {join(lines[1:]), 0, false},
		"another run":             {strings.Replace(data, "acme", "acne", 1), n + 1, false},
		"bytes behind the end":    {data + "\n", n + 1, false},
		"a second journal behind": {data + data, n + 1, false},
		"a space":                 {strings.Replace(data, `"seq":1`, `"seq": 1`, 1), 1, false},
		"CRLF":                    {strings.Replace(data, "\n", "\r\n", 1), 0, false},
		"a key in upper case":     {strings.Replace(data, `"seq":1`, `"Seq":1`, 1), 1, false},
		"a key twice":             {strings.Replace(data, `"seq":1`, `"seq":1,"seq":1`, 1), 1, false},
		"an unknown key":          {strings.Replace(data, `"seq":1`, `"seq":1,"x":1`, 1), 1, false},
		"an escape":               {strings.Replace(data, `<&>`, `\u003c&>`, 1), 1, false},
		"text in base64":          {strings.Replace(data, `"body":""`, `"body64":""`, 1), 2, false},
		"no body":                 {strings.Replace(data, `,"body":""`, ``, 1), 2, false},
		"version 0":               {strings.Replace(data, `journal":1`, `journal":0`, 1), 0, false},
		"no version":              {strings.Replace(data, `"planlint_journal":1,`, ``, 1), 0, false},
		"an empty line":           {strings.Replace(data, "\n", "\n\n", 1), 1, false},
	} {
		got, _, err := Import(strings.NewReader(c.text))
		var chain *ChainError
		if !errors.As(err, &chain) || !errors.Is(err, ErrCorrupt) || chain.Seq != c.seq || chain.Torn != c.torn {
			t.Errorf("%s: got %v, want record %d, torn %v", name, err, c.seq, c.torn)
			continue
		}
		if want := max(0, c.seq-1); int64(len(got)) != want || want > 0 && !reflect.DeepEqual(got, records[:want]) {
			t.Errorf("%s: %d records came back, want the %d before", name, len(got), want)
		}
	}
	if _, _, err := Import(strings.NewReader(strings.Replace(data, `journal":1`, `journal":2`, 1))); !errors.Is(err, ErrTooNew) {
		t.Errorf("version 2: %v", err)
	}
	if _, _, err := Import(os.NewFile(^uintptr(0), "")); err == nil || errors.Is(err, ErrCorrupt) {
		t.Errorf("a file that can't be read is no damage: %v", err)
	}
}

// Every change of one byte is noticed.
func TestImportEveryByte(t *testing.T) {
	data := export(t, exported, journal("a", "\xff\x00", `{"b":"ü"}`))
	for i := range data {
		for _, flip := range []byte{1, 0x20, 0x80, 0xff} {
			changed := bytes.Clone(data)
			changed[i] ^= flip
			if _, _, err := Import(bytes.NewReader(changed)); err == nil {
				t.Fatalf("byte %d was changed from %q to %q", i, data[i], changed[i])
			}
		}
	}
	for i := range data {
		var chain *ChainError
		if _, _, err := Import(bytes.NewReader(data[:i])); !errors.As(err, &chain) || !chain.Torn {
			t.Fatalf("cut at byte %d: %v", i, err)
		}
	}
}

func TestVerifyScript(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("there is no python3")
	}
	run := func(data []byte) (string, error) {
		file := filepath.Join(t.TempDir(), "journal")
		if err := os.WriteFile(file, data, 0o600); err != nil {
			t.Fatal(err)
		}
		out, err := exec.Command(python, "testdata/verify.py", file).CombinedOutput()
		return string(out), err
	}
	data := export(t, exported, sample())
	if out, err := run(data); err != nil || out != "" {
		t.Fatalf("a good journal: %v %s", err, out)
	}
	for i := 0; i < len(data); i += 1 + len(data)/3 {
		changed := bytes.Clone(data)
		changed[i] ^= 1
		if out, err := run(changed); err == nil || strings.Contains(out, "Traceback") {
			t.Errorf("byte %d was changed: %v %s", i, err, out)
		}
	}
	for _, cut := range []int{0, len(data) - 1} {
		if out, err := run(data[:cut]); err == nil || strings.Contains(out, "Traceback") {
			t.Errorf("cut at %d: %v %s", cut, err, out)
		}
	}
}

func FuzzImport(f *testing.F) {
	f.Add([]byte(""))
	f.Add(export(f, exported, journal("a", "\xff")))
	f.Add(bytes.Replace(export(f, exported, journal("a", "\xff")), []byte(`"body"`), []byte(`"body64"`), 1))
	f.Fuzz(func(t *testing.T, data []byte) {
		records, run, err := Import(bytes.NewReader(data))
		if _, verify := Verify(0, Genesis, records); verify != nil {
			t.Fatalf("what came back does not verify: %v", verify)
		}
		if err != nil {
			return
		}
		if again := export(t, run, records); !bytes.Equal(again, data) {
			t.Fatalf("%q is written as %q", data, again)
		}
	})
}

func FuzzImportChanged(f *testing.F) {
	f.Add("acme", "run_1", "a|\xff|{}", 7, byte('x'))
	f.Add("", "", "", 0, byte('\n'))
	f.Fuzz(func(t *testing.T, tenant, run, bodies string, at int, b byte) {
		id, records := RunID{tenant, run}, journal(strings.Split(bodies, "|")...)
		var out bytes.Buffer
		if err := Export(&out, id, records); err != nil {
			if Keepable(tenant) && Keepable(run) {
				t.Fatal(err)
			}
			return
		}
		data := out.Bytes()
		data[int(uint(at)%uint(len(data)))] = b
		got, gotID, err := Import(bytes.NewReader(data))
		if err == nil && (gotID != id || fmt.Sprint(got) != fmt.Sprint(records)) {
			t.Fatalf("%q was taken for a journal", data)
		}
	})
}

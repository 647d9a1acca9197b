package cmd_test

import (
	"bytes"
	"database/sql"
	"net/url"
	"os"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"
	_ "modernc.org/sqlite" // the driver

	"github.com/planlint/planlint/dryrun/store"
)

func init() {
	scriptCommands["sql"] = execSQL
	scriptCommands["forge"] = forge
}

// sql FILE STATEMENT changes an SQLite file behind the store's back, and demands that it changes something, or nothing
// where it is negated.
func execSQL(ts *testscript.TestScript, neg bool, args []string) {
	if len(args) != 2 {
		ts.Fatalf("usage: [!] sql FILE STATEMENT")
	}
	u := url.URL{Scheme: "file", Path: ts.MkAbs(args[0])}
	db, err := sql.Open("sqlite", u.String()+"?_pragma=busy_timeout(5000)")
	ts.Check(err)
	defer db.Close()
	db.SetMaxOpenConns(1)
	before, after := 0, 0
	ts.Check(db.QueryRow("SELECT total_changes()").Scan(&before))
	_, err = db.Exec(args[1])
	ts.Check(err)
	ts.Check(db.QueryRow("SELECT total_changes()").Scan(&after))
	verb, _, _ := strings.Cut(args[1], " ")
	data := verb != "PRAGMA" && verb != "CREATE" && verb != "DROP"
	if changed := before != after; data && changed == neg {
		ts.Fatalf("the statement changed %d rows", after-before)
	}
}

// forge FILE OLD NEW rewrites an exported journal as somebody would who knows how: one text for another in every record,
// and all hashes made anew.
func forge(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 3 {
		ts.Fatalf("usage: forge FILE OLD NEW")
	}
	records, run, err := store.Import(strings.NewReader(ts.ReadFile(args[0])))
	ts.Check(err)
	head, changed := store.Genesis, false
	for i := range records {
		body := bytes.ReplaceAll(records[i].Body, []byte(args[1]), []byte(args[2]))
		changed = changed || !bytes.Equal(body, records[i].Body)
		records[i] = store.Chain(int64(i), head, body)
		head = records[i].Hash
	}
	if !changed {
		ts.Fatalf("%s has no %q", args[0], args[1])
	}
	var b bytes.Buffer
	ts.Check(store.Export(&b, run, records))
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), b.Bytes(), 0o644))
}

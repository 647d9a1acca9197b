package postgres

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/planlint/planlint/dryrun/store"
	"github.com/planlint/planlint/dryrun/store/storetest"
)

var writeFixture = flag.Bool("write-fixture", false, "write the fixture of this version with pg_dump, where there is none")

func fixture(version int) string { return fmt.Sprintf("testdata/v%d.sql", version) }

// fixtureSchema is the one that fixtures create.
const fixtureSchema = "planlint_fixture"

// Every version that was ever written can be read: a new migration needs a fixture (-write-fixture makes it).
func TestFixtures(t *testing.T) {
	latest := len(migrations)
	files, err := filepath.Glob("testdata/v*.sql")
	if err != nil {
		t.Fatal(err)
	}
	if len(files) != latest && !*writeFixture {
		t.Fatalf("%q for %d versions", files, latest)
	}
	url := server(t)
	drop := func() { execute(t, "DROP SCHEMA IF EXISTS "+fixtureSchema+" CASCADE") }
	t.Cleanup(drop)
	if _, err := os.Stat(fixture(latest)); *writeFixture && errors.Is(err, os.ErrNotExist) {
		drop()
		storetest.Fill(t, open(t, url, Options{Schema: fixtureSchema}))
		dump(t, url, fixture(latest))
	}
	for v := 1; v <= latest; v++ {
		t.Run(fmt.Sprint(v), func(t *testing.T) {
			data, err := os.ReadFile(fixture(v))
			if err != nil {
				t.Fatal(err)
			}
			drop()
			execute(t, string(data))
			if v == latest {
				storetest.Filled(t, open(t, url, Options{Schema: fixtureSchema, ReadOnly: true}))
			}
			s := open(t, url, Options{Schema: fixtureSchema})
			storetest.Filled(t, s)
			admit(t, s)
		})
	}
}

// dump leaves out what only psql reads.
func dump(t *testing.T, url, file string) {
	t.Helper()
	out, err := exec.Command("pg_dump", "--schema", fixtureSchema, "--inserts", "--no-owner", "--no-privileges", "--dbname", url).Output()
	if err != nil {
		t.Fatal(err)
	}
	var kept strings.Builder
	for line := range strings.Lines(string(out)) {
		if !strings.HasPrefix(line, `\`) && !strings.HasPrefix(line, "--") && line != "\n" {
			kept.WriteString(line)
		}
	}
	if err := os.WriteFile(file, []byte(kept.String()), 0o644); err != nil {
		t.Fatal(err)
	}
}

var id = store.RunID{Tenant: "acme", ID: "run_new"}

func admission(id store.RunID) store.Admission {
	return store.Admission{
		Run: id, Agent: "clerk", Plan: "p", Goal: "a goal", Owner: "me", TTL: 3600e9,
		Batch: store.Batch{Records: [][]byte{[]byte("first")}, Status: "running"},
	}
}

func admit(t testing.TB, s *Store) store.Lease {
	t.Helper()
	l, err := s.Admit(t.Context(), admission(id))
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func exists(t testing.TB, schema string) (there bool) {
	t.Helper()
	err := connect(t).QueryRow(context.Background(), "SELECT EXISTS (SELECT 1 FROM pg_namespace WHERE nspname = $1)", schema).Scan(&there)
	if err != nil {
		t.Fatal(err)
	}
	return there
}

func TestNothingIsMadeByReading(t *testing.T) {
	name := schema(t)
	for _, o := range []Options{{Schema: name}, {Schema: name, ReadOnly: true}} {
		s := open(t, server(t), o)
		if _, err := s.Run(t.Context(), id); !errors.Is(err, store.ErrNotFound) {
			t.Error(err)
		}
		if runs, err := s.Runs(t.Context(), ""); err != nil || len(runs) > 0 {
			t.Error(runs, err)
		}
		if !o.ReadOnly {
			if err := s.Deliver(t.Context(), "acme", 1, "ann"); !errors.Is(err, store.ErrNotFound) {
				t.Error(err)
			}
			continue
		}
		if _, err := s.Admit(t.Context(), admission(id)); err == nil || !strings.Contains(err.Error(), "for reading only") {
			t.Error(err)
		}
	}
	if exists(t, name) {
		t.Fatal("a schema was made")
	}
}

func TestVersions(t *testing.T) {
	name := schema(t)
	l := admit(t, open(t, server(t), Options{Schema: name}))
	early := open(t, server(t), Options{Schema: name})
	quoted := pgx.Identifier{name}.Sanitize()
	execute(t, "UPDATE "+quoted+".version SET number = 99")
	if err := early.Commit(t.Context(), l, store.Batch{After: 1}); !errors.Is(err, store.ErrTooNew) {
		t.Errorf("outgrown: %v", err)
	}
	for statement, want := range map[string]error{
		"SELECT 1": store.ErrTooNew,
		"UPDATE " + quoted + ".version SET number = 0": store.ErrCorrupt,
		"DELETE FROM " + quoted + ".version":           store.ErrCorrupt,
		"DELETE FROM " + quoted + ".version; INSERT INTO " + quoted + ".version SELECT 1 FROM generate_series(1, 2)": store.ErrCorrupt,
	} {
		execute(t, statement)
		s, err := Open(t.Context(), server(t), Options{Schema: name})
		if err == nil {
			s.Close()
		}
		if !errors.Is(err, want) || !strings.Contains(err.Error(), "store postgres://") {
			t.Errorf("%s: got %v", statement, err)
		}
		execute(t, "DELETE FROM "+quoted+".version; INSERT INTO "+quoted+".version VALUES (99)")
	}
}

func TestManyStartAtOnce(t *testing.T) {
	name := schema(t)
	var wait sync.WaitGroup
	errs := make([]error, 8)
	for i := range errs {
		s := open(t, server(t), Options{Schema: name})
		wait.Go(func() { _, errs[i] = s.Admit(t.Context(), admission(store.RunID{Tenant: "acme", ID: fmt.Sprint(i)})) })
	}
	wait.Wait()
	if err := errors.Join(errs...); err != nil {
		t.Fatal(err)
	}
	if runs, err := open(t, server(t), Options{Schema: name}).Runs(t.Context(), ""); err != nil || len(runs) != len(errs) {
		t.Fatal(len(runs), err)
	}
}

// Those that come take only the steps that are missing, and all or none.
func TestMigrate(t *testing.T) {
	name := schema(t)
	s := open(t, server(t), Options{Schema: name})
	storetest.Fill(t, s)
	steps := append(migrations[:len(migrations):len(migrations)], "ALTER TABLE runs ADD COLUMN more text NOT NULL DEFAULT 'none'")
	if err := s.migrateTo(t.Context(), append(steps[:len(steps):len(steps)], "CREATE TABLE half (a int); INSERT INTO nowhere VALUES (1)")); err == nil {
		t.Fatal("a broken step was taken")
	}
	storetest.Filled(t, s)
	before := migrations
	t.Cleanup(func() { migrations = before })
	migrations = steps
	if r, err := Open(t.Context(), server(t), Options{Schema: name, ReadOnly: true}); err == nil {
		r.Close()
		t.Fatal("read a schema that it does not know")
	}
	// One that was open meanwhile catches up when it writes.
	if _, err := s.Admit(t.Context(), admission(id)); err != nil {
		t.Fatal(err)
	}
	storetestRuns(t, open(t, server(t), Options{Schema: name}), 3)
	migrations = before
	if _, err := s.Runs(t.Context(), ""); !errors.Is(err, store.ErrTooNew) {
		t.Fatal(err)
	}
}

func storetestRuns(t *testing.T, s store.Store, want int) {
	t.Helper()
	if runs, err := s.Runs(t.Context(), ""); err != nil || len(runs) != want {
		t.Fatal(len(runs), err)
	}
}

// A user who may not create schemas can use one that is his.
func TestOwnSchema(t *testing.T) {
	name, role := schema(t), fmt.Sprintf("planlint_test_%d", os.Getpid())
	quoted := pgx.Identifier{name}.Sanitize()
	execute(t, "CREATE ROLE "+role+" LOGIN; CREATE SCHEMA "+quoted+" AUTHORIZATION "+role)
	t.Cleanup(func() { execute(t, "DROP SCHEMA IF EXISTS "+quoted+" CASCADE; DROP ROLE "+role) })
	config, err := pgx.ParseConfig(server(t))
	if err != nil {
		t.Fatal(err)
	}
	url := fmt.Sprintf("postgres://%s@%s:%d/%s?sslmode=disable", role, config.Host, config.Port, config.Database)
	s := open(t, url, Options{Schema: name})
	admit(t, s)
	if _, err := open(t, url, Options{Schema: schema(t)}).Admit(t.Context(), admission(id)); err == nil || !strings.Contains(err.Error(), "permission denied") {
		t.Fatal(err)
	}
}

// Nothing of a run is left in any table.
func TestForgetReachesEveryTable(t *testing.T) {
	name := schema(t)
	s := open(t, server(t), Options{Schema: name})
	secret := store.RunID{Tenant: "acme", ID: "run_unmistakable"}
	a := admission(secret)
	a.Goal, a.Agent = "goal unmistakable", "agent unmistakable"
	a.Batch.Records = [][]byte{[]byte("record unmistakable")}
	a.Batch.Claims = []store.Claim{{Key: "key unmistakable", Step: "step unmistakable", Outcome: []byte("outcome unmistakable")}}
	a.Batch.Draws = []store.Draw{{Tenant: "acme", Grant: "g", Run: secret, Step: "step unmistakable", Amount: "1", State: store.Held}}
	a.Batch.Owed = []store.Report{{Tenant: "acme", Grant: "g", Run: secret, Step: "step unmistakable"}}
	a.Batch.Approvals = []string{"approval unmistakable"}
	l, err := s.Admit(t.Context(), a)
	if err != nil {
		t.Fatal(err)
	}
	conn := connect(t)
	find := func() (found []string) {
		rows, err := conn.Query(context.Background(), "SELECT tablename::text FROM pg_tables WHERE schemaname = $1", name)
		if err != nil {
			t.Fatal(err)
		}
		tables, err := pgx.CollectRows(rows, pgx.RowTo[string])
		if err != nil || len(tables) < 7 {
			t.Fatal(tables, err)
		}
		for _, table := range tables {
			var n int
			err := conn.QueryRow(context.Background(), "SELECT count(*) FROM "+pgx.Identifier{name, table}.Sanitize()+
				" x WHERE x::text LIKE '%unmistakable%' OR x::text LIKE '%' || encode('unmistakable', 'hex') || '%'").Scan(&n)
			if err != nil {
				t.Fatal(err)
			}
			if n > 0 {
				found = append(found, table)
			}
		}
		return found
	}
	if found := find(); len(found) != 5 {
		t.Fatalf("the test finds it in %q", found)
	}
	if err := s.Release(t.Context(), l); err != nil {
		t.Fatal(err)
	}
	if err := s.Forget(t.Context(), secret, nil); err != nil {
		t.Fatal(err)
	}
	if found := find(); len(found) > 0 {
		t.Fatalf("it is still in %q", found)
	}
}

package postgres

import (
	"context"
	"flag"
	"fmt"
	"os"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/planlint/planlint/dryrun/store"
	"github.com/planlint/planlint/dryrun/store/storetest"
)

// server is the URL of a server for tests, whose user may create schemas. Without one the tests are skipped.
func server(t testing.TB) string {
	t.Helper()
	url := os.Getenv("PLANLINT_POSTGRES")
	if url == "" {
		if os.Getenv("PLANLINT_NEED_POSTGRES") != "" {
			t.Fatal("PLANLINT_POSTGRES names no server, and PLANLINT_NEED_POSTGRES is set")
		}
		t.Skip("PLANLINT_POSTGRES names no server: .ci/postgres run go test ./dryrun/store/postgres has one")
	}
	return url
}

var schemas atomic.Int64

// schema is a name that no other test uses; it is dropped afterwards.
func schema(t testing.TB) string {
	t.Helper()
	name := fmt.Sprintf("Planlint test \"%d\" %d", os.Getpid(), schemas.Add(1))
	t.Cleanup(func() { execute(t, "DROP SCHEMA IF EXISTS "+pgx.Identifier{name}.Sanitize()+" CASCADE") })
	return name
}

// connect is a connection beside the store's.
func connect(t testing.TB) *pgx.Conn {
	t.Helper()
	conn, err := pgx.Connect(context.Background(), server(t))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close(context.Background()) })
	return conn
}

func execute(t testing.TB, query string) {
	t.Helper()
	if _, err := connect(t).PgConn().Exec(context.Background(), query).ReadAll(); err != nil {
		t.Fatal(err)
	}
}

func open(t testing.TB, url string, o Options) *Store {
	t.Helper()
	o.Fits = storetest.Fits
	s, err := Open(t.Context(), url, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func fresh(t testing.TB) storetest.Opener {
	url := server(t)
	name := schema(t)
	return storetest.Opener{
		Open:   func(t testing.TB) store.Store { return open(t, url, Options{Schema: name}) },
		Elapse: time.Sleep, // the clock is the server's
	}
}

// A history asks the server some thousand times; -rapid.checks asks for more of them.
func init() {
	if err := flag.Set("rapid.checks", "25"); err != nil {
		panic(err)
	}
}

func TestConformance(t *testing.T) { storetest.Run(t, fresh) }

func BenchmarkCommit(b *testing.B) { storetest.Benchmark(b, fresh(b).Open(b)) }

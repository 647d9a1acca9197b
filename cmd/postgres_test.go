package cmd_test

import (
	"context"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/rogpeppe/go-internal/testscript"

	"github.com/planlint/planlint/contracts/autonomy"
	"github.com/planlint/planlint/dryrun/store"
	"github.com/planlint/planlint/dryrun/store/postgres"
	"github.com/planlint/planlint/lint/config"
)

// sharedStories are the stories that must go the same way on a server as on a file.
var sharedStories = []string{"resume_failed", "run_one_effect", "resume_judged", "resume_killed", "resume_held", "resume_unwind", "resume_undo",
	"journal_audit", "journal_file", "replan_gates", "replan_untrusted", "replan_unwind", "resolve_usage", "show_story", "reports"}

// TestScriptPostgres plays stories of records with a server as the store. Those under testdata/postgres are for it alone.
func TestScriptPostgres(t *testing.T) {
	server := os.Getenv("PLANLINT_POSTGRES")
	if server == "" {
		if os.Getenv("PLANLINT_NEED_POSTGRES") != "" {
			t.Fatal("PLANLINT_POSTGRES names no server, and PLANLINT_NEED_POSTGRES is set")
		}
		t.Skip("PLANLINT_POSTGRES names no server: .ci/postgres run go test ./cmd has one")
	}
	files, err := filepath.Glob("../testdata/postgres/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no stories: %v", err)
	}
	for _, name := range sharedStories {
		files = append(files, "../testdata/script/"+name+".txtar")
	}
	testscript.Run(t, testscript.Params{
		Files: files, RequireExplicitExec: true, RequireUniqueNames: true, Cmds: scriptCommands,
		Condition: func(name string) (bool, error) {
			if name == "postgres" {
				return true, nil
			}
			return condition(name)
		},
		Setup: func(env *testscript.Env) error {
			at, name := freshDatabase(t, server)
			env.Setenv("PLANLINT_TEST_STORE", at)
			env.Setenv("PLANLINT_TEST_SERVER", server)
			env.Setenv("DATABASE", name)
			return nil
		},
	})
}

var databases atomic.Int64

// freshDatabase makes an empty database on the server, and returns its URL and its name.
func freshDatabase(t *testing.T, server string) (at, name string) {
	t.Helper()
	ctx := context.Background()
	conn, err := pgx.Connect(ctx, server)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(ctx)
	name = fmt.Sprintf("story_%d_%d", os.Getpid(), databases.Add(1))
	if _, err := conn.Exec(ctx, "CREATE DATABASE "+pgx.Identifier{name}.Sanitize()); err != nil {
		t.Fatal(err)
	}
	u, err := url.Parse(server)
	if err != nil {
		t.Fatal(err)
	}
	u.Path = "/" + name
	return u.String(), name
}

// storyStore is the store of a process that plays in a story: that of its configuration, or the server's where the
// environment names one.
func storyStore() func(context.Context, config.Store) (store.Store, error) {
	at := os.Getenv("PLANLINT_TEST_STORE")
	if at == "" {
		return nil
	}
	return func(ctx context.Context, _ config.Store) (store.Store, error) {
		return postgres.Open(ctx, at, postgres.Options{Fits: autonomy.Fits})
	}
}

func init() { scriptCommands["query"] = query }

// query [-server] STATEMENT changes the database of a story behind the store's back, or does something to it from outside.
func query(ts *testscript.TestScript, neg bool, args []string) {
	at := ts.Getenv("PLANLINT_TEST_STORE")
	if len(args) == 2 && args[0] == "-server" {
		at, args = ts.Getenv("PLANLINT_TEST_SERVER"), args[1:]
	}
	if neg || len(args) != 1 {
		ts.Fatalf("usage: query [-server] STATEMENT")
	}
	ctx := context.Background()
	conn, err := pgx.Connect(ctx, at)
	ts.Check(err)
	defer conn.Close(ctx)
	tag, err := conn.Exec(ctx, args[0])
	ts.Check(err)
	if tag.RowsAffected() == 0 && !strings.HasPrefix(args[0], "ALTER") {
		ts.Fatalf("the statement changed nothing")
	}
}

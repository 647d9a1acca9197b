package postgres

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/planlint/planlint/dryrun/store"
)

// proxy stands between the store and the server, and can break the line.
type proxy struct {
	url string

	mu    sync.Mutex
	word  []byte // what the client must say for the line to break; nil = never
	swept bool   // the word reaches the server first
	lines []net.Conn
}

func newProxy(t *testing.T) *proxy {
	t.Helper()
	config, err := pgx.ParseConfig(server(t))
	if err != nil {
		t.Fatal(err)
	}
	if strings.HasPrefix(config.Host, "/") || config.TLSConfig != nil {
		t.Skip("only a plain connection can be listened to")
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { listener.Close() })
	p := &proxy{url: fmt.Sprintf("postgres://%s:%s@%s/%s?sslmode=disable", config.User, config.Password, listener.Addr(), config.Database)}
	go func() {
		for {
			client, err := listener.Accept()
			if err != nil {
				return
			}
			behind, err := net.Dial("tcp", net.JoinHostPort(config.Host, fmt.Sprint(config.Port)))
			if err != nil {
				client.Close()
				return
			}
			p.mu.Lock()
			p.lines = append(p.lines, client, behind)
			p.mu.Unlock()
			go func() {
				defer client.Close()
				_, _ = io.Copy(client, behind) // until one of them hangs up
			}()
			go func() {
				defer behind.Close()
				p.listen(client, behind)
			}()
		}
	}()
	return p
}

func (p *proxy) listen(client, behind net.Conn) {
	buffer := make([]byte, 1<<16)
	for {
		n, err := client.Read(buffer)
		if err != nil {
			return
		}
		p.mu.Lock()
		heard, swept := p.word != nil && bytes.Contains(buffer[:n], p.word), p.swept
		p.mu.Unlock()
		if heard && !swept {
			client.Close()
			return
		}
		if heard {
			client.Close() // the answer goes nowhere
		}
		if _, err := behind.Write(buffer[:n]); err != nil {
			return
		}
		if heard {
			time.Sleep(200 * time.Millisecond) // the server acts before it learns that nobody listens
			return
		}
	}
}

// breakAt breaks the line at a word, before or after the server has it.
func (p *proxy) breakAt(word string, swept bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.word, p.swept = nil, swept
	if word != "" {
		p.word = []byte(word)
	}
}

// cut breaks all lines that there are.
func (p *proxy) cut() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, l := range p.lines {
		l.Close()
	}
	p.lines = nil
}

func TestBrokenConnection(t *testing.T) {
	name := schema(t)
	p := newProxy(t)
	s := open(t, p.url, Options{Schema: name})
	direct := open(t, server(t), Options{Schema: name})
	l := admit(t, s)
	seq := func() int64 {
		t.Helper()
		r, err := direct.Run(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		return r.Seq
	}
	next := func() store.Batch { return store.Batch{After: seq(), Records: [][]byte{[]byte("a record")}} }
	var uncertain *store.UncertainError

	p.cut()
	if err := s.Commit(t.Context(), l, next()); err != nil || seq() != 2 {
		t.Fatalf("an idle connection that broke is no matter: %v, %d records", err, seq())
	}
	p.breakAt("a record", false)
	if err := s.Commit(t.Context(), l, next()); err == nil || errors.As(err, &uncertain) || seq() != 2 {
		t.Fatalf("before the commit: %v, %d records", err, seq())
	}
	p.breakAt("COMMIT\x00", false)
	if err := s.Commit(t.Context(), l, next()); !errors.As(err, &uncertain) || seq() != 2 || !strings.Contains(err.Error(), "store postgres://") {
		t.Fatalf("in the commit, which did not arrive: %v, %d records", err, seq())
	}
	p.breakAt("COMMIT\x00", true)
	if err := s.Commit(t.Context(), l, next()); !errors.As(err, &uncertain) {
		t.Fatalf("in the commit, which arrived: %v", err)
	}
	for deadline := time.Now().Add(10 * time.Second); seq() != 3; time.Sleep(10 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("the server did not get the commit, so that the test shows nothing")
		}
	}
	p.breakAt("", false)
	if err := s.Commit(t.Context(), l, next()); err != nil || seq() != 4 {
		t.Fatalf("afterwards: %v, %d records", err, seq())
	}
}

// A server that is shut down while it answers leaves it open too; one that refuses a commit does not.
func TestRefusedCommit(t *testing.T) {
	name := schema(t)
	s := open(t, server(t), Options{Schema: name})
	l := admit(t, s)
	execute(t, `SET search_path TO `+s.schema+`; CREATE FUNCTION no() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'not today'; END $$;
		CREATE CONSTRAINT TRIGGER late AFTER INSERT ON records DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION no()`)
	err := s.Commit(t.Context(), l, store.Batch{After: 1, Records: [][]byte{[]byte("x")}})
	var uncertain *store.UncertainError
	if err == nil || errors.As(err, &uncertain) || !strings.Contains(err.Error(), "not today") {
		t.Fatalf("refused: %v", err)
	}
	execute(t, `SET search_path TO `+s.schema+`; CREATE OR REPLACE FUNCTION no() RETURNS trigger LANGUAGE plpgsql AS
		$$ BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); PERFORM pg_sleep(10); RETURN NULL; END $$`)
	if err := s.Commit(t.Context(), l, store.Batch{After: 1, Records: [][]byte{[]byte("x")}}); !errors.As(err, &uncertain) {
		t.Fatalf("shut down: %v", err)
	}
	execute(t, `DROP TRIGGER late ON `+s.schema+`.records`)
	if err := s.Commit(t.Context(), l, store.Batch{After: 1, Records: [][]byte{[]byte("x")}}); err != nil {
		t.Fatalf("afterwards: %v", err)
	}
}

// Giving up does not hang, whoever holds the lock.
func TestGivingUp(t *testing.T) {
	name := schema(t)
	s := open(t, server(t), Options{Schema: name})
	l := admit(t, s)
	conn := connect(t)
	if _, err := conn.PgConn().Exec(context.Background(), "BEGIN; SELECT 1 FROM "+s.schema+".runs FOR UPDATE").ReadAll(); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if err := s.Commit(ctx, l, store.Batch{After: 1, Records: [][]byte{[]byte("x")}}); !errors.Is(err, context.DeadlineExceeded) {
		t.Fatal(err)
	}
	if _, err := conn.PgConn().Exec(context.Background(), "ROLLBACK").ReadAll(); err != nil {
		t.Fatal(err)
	}
	if err := s.Commit(t.Context(), l, store.Batch{After: 1, Records: [][]byte{[]byte("x")}}); err != nil {
		t.Fatal(err)
	}
}

// What the server or the role would do without is done.
func TestDurability(t *testing.T) {
	for lowered, want := range map[string]string{"off": "on", "remote_apply": "remote_apply"} {
		options := url.PathEscape("-c synchronous_commit=" + lowered + " -c default_transaction_isolation=serializable -c default_transaction_read_only=on")
		separator := "?"
		if strings.Contains(server(t), "?") {
			separator = "&"
		}
		s := open(t, server(t)+separator+"options="+strings.ReplaceAll(options, "=", "%3D"), Options{Schema: schema(t)})
		admit(t, s)
		var got, isolation, path string
		if err := s.write(t.Context(), false, func(t *tx) error {
			return t.row("SELECT current_setting('synchronous_commit'), current_setting('transaction_isolation'), current_setting('search_path')").Scan(&got, &isolation, &path)
		}); err != nil || got != want || isolation != "read committed" || path != s.schema {
			t.Errorf("%s is %s, %s, %s, %v", lowered, got, isolation, path, err)
		}
	}
}

func TestClosed(t *testing.T) {
	s := open(t, server(t), Options{Schema: schema(t)})
	admit(t, s)
	for range 2 {
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := s.Runs(t.Context(), ""); err == nil || !strings.Contains(err.Error(), "closed") {
		t.Fatal(err)
	}
}

// No error shows a password, however the address is wrong.
func TestPasswordsStayHidden(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	free := listener.Addr().String()
	listener.Close()
	urls := []string{
		"postgres://me:hunter2@" + free + "/db?sslmode=disable&connect_timeout=1",
		"postgres://me:hunter%32@" + free + "/db?sslmode=disable&connect_timeout=1",
		"postgres://me@" + free + "/db?sslmode=disable&connect_timeout=1&password=hunter2",
		"postgres://me:hunter2@" + free + "/db?sslmode=nonsense",
		"postgres://me:hunter2@" + free + "/db?connect_timeout=soon",
		"postgres://me:hunter2@localhost:port/db",
		"postgres://me:hunter2@[::1/db",
		"postgres://me:hun/ter2hunter2@localhost/db",
		"postgres://me:x@hunter2@localhost:port/db",
		"postgres://me:hunter2%zz@localhost/db",
		"postgres://me:#hunter2@localhost/db",
		"postgres://me:?hunter2@localhost/db?sslmode=x",
		"host=127.0.0.1 port=x password=hunter2",
		"host=127.0.0.1 port=1 connect_timeout=1 user=me password='hunter2'",
		"mysql://me:hunter2@localhost/db",
		"hunter2",
		"postgres://me:hunter2@" + free + "/db?sslmode=disable&hunter2=%zz",
	}
	for _, address := range urls {
		s, err := Open(t.Context(), address, Options{})
		if err == nil {
			s.Close()
			t.Errorf("%s was opened", address)
			continue
		}
		if strings.ContainsAny(err.Error(), "\n\t") { // which a message, one line, would show as escapes
			t.Errorf("%s: got %q", address, err)
		}
		for e := err; e != nil; e = errors.Unwrap(e) {
			if text := fmt.Sprintf("%v %+v %#v", e, e, e); strings.Contains(text, "hunter2") || strings.Contains(text, "hunter%32") {
				t.Errorf("%s: got %s", address, text)
			}
		}
	}
	for address, want := range map[string]string{urls[0]: "store postgres://me@" + free + "/db: ", urls[3]: "sslmode", urls[5]: "of the form postgres://"} {
		if s, err := Open(t.Context(), address, Options{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, %v", address, s, err)
		}
	}
}

// The server's own words hide it too.
func TestWrongPassword(t *testing.T) {
	config, err := pgx.ParseConfig(server(t))
	if err != nil {
		t.Fatal(err)
	}
	_, err = Open(t.Context(), fmt.Sprintf("postgres://nobody_hunter2:hunter2@%s:%d/%s?sslmode=disable", config.Host, config.Port, config.Database), Options{})
	if err == nil || strings.Contains(err.Error(), ":hunter2") || strings.Contains(err.Error(), `nobody_hunter2"`) {
		t.Fatal(err)
	}
}

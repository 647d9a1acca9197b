package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/planlint/planlint/dryrun/store"
)

// Options say how to open a store.
type Options struct {
	Name     string           // what messages call the file; "" = its path
	Now      func() time.Time // the clock, which all processes must share; required
	Fits     store.Fits       // nil where no draw has a limit
	ReadOnly bool             // neither the store nor its schema is changed
	Wait     time.Duration    // how long to wait for another process; 0 = ten seconds
}

// Store is a store in a file. It is safe for concurrent use.
type Store struct {
	path string
	opts Options

	mu     sync.Mutex
	db     *sql.DB // nil while there is nothing to open
	mode   mode    // of db
	closed bool

	identity identity // of what db writes to
}

var _ store.Store = (*Store)(nil)

// Open is the store in a file, which need not exist: then it is empty, and the first run that is admitted makes it.
// ErrTooNew, ErrCorrupt.
func Open(ctx context.Context, path string, o Options) (*Store, error) {
	if o.Now == nil {
		return nil, errors.New("a store needs a clock")
	}
	if o.Wait <= 0 {
		o.Wait = 10 * time.Second
	}
	s := &Store{path: path, opts: o}
	if _, err := s.open(ctx, false); err != nil && !errors.Is(err, errAbsent) {
		return nil, err
	}
	return s, nil
}

// name is the file for messages.
func (s *Store) name() string {
	if s.opts.Name != "" {
		return s.opts.Name
	}
	return s.path
}

// Close gives up the file.
func (s *Store) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
	db := s.db
	s.db = nil
	if db == nil {
		return nil
	}
	return s.explain(db.Close())
}

func (s *Store) now() time.Time { return s.opts.Now().UTC() }

// errAbsent says that there is no store yet. It never leaves the package.
var errAbsent = errors.New("there is no store")

// open is the database, made if need be.
func (s *Store) open(ctx context.Context, create bool) (*sql.DB, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.closed:
		return nil, fmt.Errorf("store %s: it was closed", s.name())
	case create && s.opts.ReadOnly:
		return nil, fmt.Errorf("store %s: %w", s.name(), store.ErrReadOnly)
	case s.db != nil:
		return s.db, nil
	}
	there, err := exists(s.path)
	if err != nil {
		return nil, s.explain(err)
	}
	if !there {
		if !create {
			return nil, errAbsent
		}
		if err := build(s.path); err != nil {
			return nil, s.explain(err)
		}
	}
	db, m, err := s.connect(ctx, create)
	if err != nil {
		return nil, s.explain(err)
	}
	if err := s.remember(); err != nil {
		return nil, s.explain(errors.Join(err, db.Close()))
	}
	s.db, s.mode = db, m
	return db, nil
}

// connect opens the file as well as it may be opened: for writing, for reading beside writers, for reading alone.
func (s *Store) connect(ctx context.Context, create bool) (*sql.DB, mode, error) {
	m := writing
	if s.opts.ReadOnly {
		m = reading
	}
	for {
		db, err := s.try(ctx, m, create)
		switch {
		case err == nil:
			return db, m, nil
		case m == writing && denied(err) && !create:
			m = reading
		case m == reading && denied(err) && noLog(s.path):
			m = alone
		default:
			return nil, m, err
		}
	}
}

func (s *Store) try(ctx context.Context, m mode, create bool) (_ *sql.DB, err error) {
	name, err := dsn(s.path, m, s.opts.Wait)
	if err != nil {
		return nil, err
	}
	db, err := sql.Open("sqlite", name)
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(1) // writers wait for each other anyway, and here in order
	defer func() {
		if err != nil {
			db.Close()
		}
	}()
	return db, s.prepare(ctx, db, m, create)
}

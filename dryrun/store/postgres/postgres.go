package postgres

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/planlint/planlint/dryrun/store"
)

// Options say how to open a store.
type Options struct {
	Fits     store.Fits    // nil where no draw has a limit
	Schema   string        // "" = planlint
	ReadOnly bool          // neither the store nor its schema is changed
	Answer   time.Duration // how long to wait for the answer to a commit; 0 = thirty seconds
}

// Store is a store in a database. It is safe for concurrent use.
type Store struct {
	address address
	opts    Options
	schema  string // as an identifier, quoted
	pool    *pool
}

var _ store.Store = (*Store)(nil)

// Open connects to a database. url is postgres://USER:PASSWORD@HOST:PORT/DATABASE, or what else the driver takes; the
// password is in no error. Its schema need not exist: then the store is empty, and the first run that is admitted makes
// it. ErrTooNew.
func Open(ctx context.Context, url string, o Options) (*Store, error) {
	if o.Schema == "" {
		o.Schema = "planlint"
	}
	if !store.Keepable(o.Schema) {
		return nil, errors.New("a schema needs a name that is a text")
	}
	if o.Answer <= 0 {
		o.Answer = 30 * time.Second
	}
	config, addr, err := parse(url)
	if err != nil {
		return nil, err
	}
	s := &Store{address: addr, opts: o, schema: pgx.Identifier{o.Schema}.Sanitize(), pool: newPool(config)}
	err = s.read(ctx, func(*tx) error { return nil })
	if errors.Is(err, errOld) {
		err = s.migrate(ctx)
	}
	if err != nil && !absent(err) {
		s.pool.close()
		return nil, err
	}
	return s, nil
}

// Close gives up the connections, those in use as soon as they are not.
func (s *Store) Close() error {
	s.pool.close()
	return nil
}

package postgres

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
)

// connections is how many a process has at most: one writes a run, and the others read.
const connections = 4

// pool keeps connections for their next use.
type pool struct {
	config *pgx.ConnConfig
	slots  chan struct{} // one for each that is in use

	mu     sync.Mutex
	idle   []*pgx.Conn
	closed bool
}

func newPool(config *pgx.ConnConfig) *pool {
	return &pool{config: config, slots: make(chan struct{}, connections)}
}

// get is a connection, which must be put back. One that was used before may have broken since.
func (p *pool) get(ctx context.Context) (conn *pgx.Conn, used bool, err error) {
	if err := ctx.Err(); err != nil {
		return nil, false, err
	}
	select {
	case p.slots <- struct{}{}:
	case <-ctx.Done():
		return nil, false, ctx.Err()
	}
	defer func() {
		if conn == nil {
			<-p.slots
		}
	}()
	p.mu.Lock()
	closed := p.closed
	if n := len(p.idle); n > 0 {
		conn, p.idle = p.idle[n-1], p.idle[:n-1]
	}
	p.mu.Unlock()
	switch {
	case closed:
		return nil, false, errors.New("it was closed")
	case conn != nil:
		return conn, true, nil
	}
	conn, err = pgx.ConnectConfig(ctx, p.config)
	if err != nil {
		return nil, false, err
	}
	if encoding := conn.PgConn().ParameterStatus("server_encoding"); encoding != "UTF8" {
		hangUp(conn)
		conn = nil
		return nil, false, fmt.Errorf("the database is encoded in %s, and must be in UTF8", encoding)
	}
	return conn, false, nil
}

// put takes a connection back, or closes one that is of no use any more.
func (p *pool) put(conn *pgx.Conn) {
	p.mu.Lock()
	keep := !p.closed && !conn.IsClosed() && conn.PgConn().TxStatus() == 'I'
	if keep {
		p.idle = append(p.idle, conn)
	}
	p.mu.Unlock()
	if !keep {
		hangUp(conn)
	}
	<-p.slots
}

func (p *pool) close() {
	p.mu.Lock()
	idle := p.idle
	p.idle, p.closed = nil, true
	p.mu.Unlock()
	for _, conn := range idle {
		hangUp(conn)
	}
}

// hangUp says goodbye, and does not wait long for it.
func hangUp(conn *pgx.Conn) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	conn.Close(ctx)
}

package postgres

import (
	"context"
	"crypto/sha256"
	"embed"
	"encoding/binary"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"
)

//go:embed migrations/*.sql
var files embed.FS

// migrations are the steps from each version of the schema to the next. Those that were released never change.
var migrations = readMigrations()

func readMigrations() (all []string) {
	entries, err := files.ReadDir("migrations")
	if err != nil {
		panic("planlint: internal error: " + err.Error())
	}
	for _, e := range entries {
		text, err := files.ReadFile("migrations/" + e.Name())
		if err != nil {
			panic("planlint: internal error: " + err.Error())
		}
		all = append(all, string(text))
	}
	return all
}

// migrate makes the schema, or takes the steps that it lacks.
func (s *Store) migrate(ctx context.Context) error { return s.migrateTo(ctx, migrations) }

func (s *Store) migrateTo(ctx context.Context, steps []string) error {
	if s.opts.ReadOnly {
		return s.explain(ctx, errOld)
	}
	begin := func(ctx context.Context, conn *pgx.Conn) error {
		_, err := conn.PgConn().Exec(ctx, writing+"; SET LOCAL search_path TO "+s.schema).ReadAll()
		return err
	}
	return s.explain(ctx, s.transact(ctx, begin, func(t *tx) error {
		// Whoever comes second finds nothing to do.
		if _, err := t.conn.Exec(t.ctx, "SELECT pg_advisory_xact_lock($1)", key("schema", s.opts.Schema)); err != nil {
			return err
		}
		version, err := s.version(t)
		if err != nil {
			return err
		}
		if version > 0 {
			if err := checkVersion(version, len(steps)); !errors.Is(err, errOld) {
				return err
			}
		}
		for _, step := range steps[version:] {
			if _, err := t.conn.PgConn().Exec(t.ctx, step).ReadAll(); err != nil {
				return err
			}
		}
		_, err = t.conn.PgConn().Exec(t.ctx, fmt.Sprintf("UPDATE version SET number = %d", len(steps))).ReadAll()
		return err
	}, true))
}

// version is that of the schema, which exists from here on; 0 where nothing is in it.
func (s *Store) version(t *tx) (version int, err error) {
	// CREATE SCHEMA IF NOT EXISTS would ask for the right to create one even where it exists.
	var schema, table bool
	err = t.row("SELECT to_regnamespace($1) IS NOT NULL, to_regclass($2) IS NOT NULL", s.schema, s.schema+".version").Scan(&schema, &table)
	switch {
	case err != nil:
		return 0, err
	case !schema:
		_, err := t.conn.Exec(t.ctx, "CREATE SCHEMA "+s.schema)
		return 0, err
	case !table:
		return 0, nil
	}
	return version, t.row("SELECT number FROM version").Scan(&version)
}

// key names a lock: everybody who means the same thing gets the same number.
func key(parts ...string) int64 {
	h := sha256.New()
	h.Write([]byte("planlint"))
	for _, p := range parts {
		h.Write(binary.BigEndian.AppendUint64(nil, uint64(len(p))))
		h.Write([]byte(p))
	}
	return int64(binary.BigEndian.Uint64(h.Sum(nil)))
}

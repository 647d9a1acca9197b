package sqlite

import (
	"flag"
	"path/filepath"
	"sync/atomic"
	"testing"
	"time"

	"github.com/planlint/planlint/dryrun/store"
	"github.com/planlint/planlint/dryrun/store/storetest"
)

// clock is one that tests set.
type clock struct{ passed atomic.Int64 }

func (c *clock) now() time.Time {
	return time.Date(2026, 1, 2, 3, 4, 5, 6, time.FixedZone("there", 3600)).Add(time.Duration(c.passed.Load()))
}

func (c *clock) elapse(d time.Duration) { c.passed.Add(int64(d)) }

func open(t testing.TB, path string, o Options) *Store {
	t.Helper()
	if o.Now == nil {
		o.Now = new(clock).now
	}
	o.Fits = storetest.Fits
	s, err := Open(t.Context(), path, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

func fresh(t testing.TB) storetest.Opener {
	path := filepath.Join(t.TempDir(), "odd ?#%20 näme", "runs.db")
	var c clock
	return storetest.Opener{
		Open:   func(t testing.TB) store.Store { return open(t, path, Options{Now: c.now, Wait: time.Minute}) },
		Elapse: c.elapse,
	}
}

// Each step of a history is on the disk before the next; -rapid.checks asks for more of them.
func init() {
	if err := flag.Set("rapid.checks", "40"); err != nil {
		panic(err)
	}
}

func TestConformance(t *testing.T) { storetest.Run(t, fresh) }

func BenchmarkCommit(b *testing.B) { storetest.Benchmark(b, fresh(b).Open(b)) }

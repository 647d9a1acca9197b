package memory_test

import (
	"sync/atomic"
	"testing"
	"time"

	"github.com/planlint/planlint/dryrun/store"
	"github.com/planlint/planlint/dryrun/store/memory"
	"github.com/planlint/planlint/dryrun/store/storetest"
)

func fresh(testing.TB) storetest.Opener {
	var now atomic.Int64
	start := time.Date(2026, 1, 2, 3, 4, 5, 6, time.FixedZone("there", 3600))
	s := memory.New(func() time.Time { return start.Add(time.Duration(now.Load())) }, storetest.Fits)
	return storetest.Opener{
		Open:   func(testing.TB) store.Store { return s },
		Elapse: func(d time.Duration) { now.Add(int64(d)) },
	}
}

func TestConformance(t *testing.T) { storetest.Run(t, fresh) }

func BenchmarkCommit(b *testing.B) { storetest.Benchmark(b, fresh(b).Open(b)) }

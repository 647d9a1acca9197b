package dryrun_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/planlint/planlint/contracts/autonomy"
	"github.com/planlint/planlint/dryrun"
	"github.com/planlint/planlint/dryrun/store"
	"github.com/planlint/planlint/dryrun/store/memory"
	"github.com/planlint/planlint/dryrun/store/postgres"
	"github.com/planlint/planlint/dryrun/store/sqlite"
)

// stepsPerRun is how many independent steps a run of the benchmark has.
const stepsPerRun = 200

// BenchmarkRun measures whole runs of steps that do nothing, so that what is measured is the record: two commits a step.
// "took" is what a step's tool takes, in which time others can run.
func BenchmarkRun(b *testing.B) {
	for _, kind := range []string{"memory", "sqlite", "postgres"} {
		for _, took := range []time.Duration{0, 10 * time.Millisecond} {
			for _, jobs := range []int{1, 8} {
				b.Run(fmt.Sprintf("store=%s/took=%s/jobs=%d", kind, took, jobs), func(b *testing.B) {
					kept := benchStore(b, kind)
					defer kept.Close()
					n := 0
					for b.Loop() {
						n++
						benchRun(b, kept, fmt.Sprintf("bench-%d-%d-%d", os.Getpid(), time.Now().UnixNano(), n), took, jobs)
					}
					b.ReportMetric(float64(n*stepsPerRun)/b.Elapsed().Seconds(), "steps/s")
				})
			}
		}
	}
}

func benchStore(b *testing.B, kind string) store.Store {
	b.Helper()
	var s store.Store
	var err error
	switch kind {
	case "memory":
		s = memory.New(time.Now, autonomy.Fits)
	case "sqlite":
		s, err = sqlite.Open(b.Context(), filepath.Join(b.TempDir(), "runs.db"), sqlite.Options{Now: time.Now, Fits: autonomy.Fits})
	case "postgres":
		url := os.Getenv("PLANLINT_POSTGRES")
		if url == "" {
			b.Skip("PLANLINT_POSTGRES names no server")
		}
		s, err = postgres.Open(b.Context(), url, postgres.Options{Fits: autonomy.Fits})
	}
	if err != nil {
		b.Fatal(err)
	}
	return s
}

func benchRun(b *testing.B, kept store.Store, id string, took time.Duration, jobs int) {
	b.Helper()
	var plan strings.Builder
	plan.WriteString("goal: many\nsteps:\n")
	does := map[string]behaviour{}
	for i := range stepsPerRun {
		fmt.Fprintf(&plan, "  - {id: s%d, tool: notify, arguments: {text: \"%d\"}}\n", i, i)
		does[fmt.Sprintf("s%d", i)] = func(context.Context, *dryrun.Call) (dryrun.Output, error) {
			time.Sleep(took)
			return dryrun.Output{Text: []byte("done")}, nil
		}
	}
	s := scene{deployment: travel + "limits: {max_steps: 1000}\n", plan: plan.String(), does: does, store: kept, options: func(o *dryrun.Options) { o.RunID, o.Jobs = id, jobs }}
	if m := s.run(b); m.Stop != nil {
		b.Fatal(m.Stop)
	}
}

// BenchmarkFsync is the machine's floor: what it takes to have a small record on the disk.
func BenchmarkFsync(b *testing.B) {
	f, err := os.Create(filepath.Join(b.TempDir(), "log"))
	if err != nil {
		b.Fatal(err)
	}
	defer f.Close()
	record := make([]byte, 256)
	for b.Loop() {
		if _, err := f.Write(record); err != nil {
			b.Fatal(err)
		}
		if err := f.Sync(); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "syncs/s")
}

package cmd

import (
	"cmp"
	"context"
	"io"
	"os"
	"testing"
	"time"
)

// BenchmarkCheck checks the folder that PLANLINT_BENCH names, with the planlint.yaml in it, on one worker. It is the
// whole command without the start of a process.
func BenchmarkCheck(b *testing.B) {
	dir := os.Getenv("PLANLINT_BENCH")
	if dir == "" {
		b.Skip("PLANLINT_BENCH names no folder with a planlint.yaml and plans/")
	}
	for b.Loop() {
		code := Main(context.Background(), []string{"check", "plans", "--format", cmp.Or(os.Getenv("PLANLINT_BENCH_FORMAT"), "concise"), "-j1"}, Env{
			Stdin: nil, Stdout: io.Discard, Stderr: io.Discard, Getenv: func(string) string { return "" }, Now: time.Now, Dir: dir, Version: "bench",
		})
		if code != ExitOK && code != ExitRefused {
			b.Fatalf("exit code %d", code)
		}
	}
}

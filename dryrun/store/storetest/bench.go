package storetest

import (
	"testing"

	"github.com/planlint/planlint/dryrun/store"
)

// Benchmark measures what a step costs: one small record in a transaction of its own.
func Benchmark(b *testing.B, s store.Store) {
	l, err := s.Admit(b.Context(), admission(acme))
	if err != nil {
		b.Fatal(err)
	}
	body := []byte(`{"seq":2,"kind":"step_started","name":"notify","detail":"s1","step":"s1","at":"2026-03-04T05:06:07Z"}`)
	after := int64(1)
	for b.Loop() {
		err := s.Commit(b.Context(), l, store.Batch{After: after, Records: [][]byte{body}})
		if err != nil {
			b.Fatal(err)
		}
		after++
	}
}

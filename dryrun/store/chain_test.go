package store

import (
	"errors"
	"strings"
	"testing"
	"time"
)

func journal(bodies ...string) (all []Record) {
	seq, head := int64(0), Genesis
	for _, b := range bodies {
		r := Chain(seq, head, []byte(b))
		all = append(all, r)
		seq, head = r.Seq, r.Hash
	}
	return all
}

func TestChain(t *testing.T) {
	// SHA-256 of 32 zero bytes and of the body, by another program.
	const want = "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925"
	r := Chain(0, Genesis, nil)
	if r.Seq != 1 || r.Prev != Genesis || r.Hash != want {
		t.Fatalf("got %+v", r)
	}
	next := Chain(r.Seq, r.Hash, []byte("a"))
	if next.Seq != 2 || next.Prev != want || next.Hash == want {
		t.Fatalf("got %+v", next)
	}
	for _, head := range []string{"", "zz", strings.Repeat("0", 62)} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%q was taken for a hash", head)
				}
			}()
			Chain(0, head, nil)
		}()
	}
}

func TestVerify(t *testing.T) {
	good := journal("a", "b", "", "d")
	if last, err := Verify(0, Genesis, good); err != nil || last != good[3].Hash {
		t.Fatalf("got %s, %v", last, err)
	}
	if last, err := Verify(2, good[1].Hash, good[2:]); err != nil || last != good[3].Hash {
		t.Fatalf("from the middle: %s, %v", last, err)
	}
	if last, err := Verify(7, "head", nil); err != nil || last != "head" {
		t.Fatalf("of nothing: %s, %v", last, err)
	}
	for name, c := range map[string]struct {
		change func([]Record) []Record
		seq    int64
	}{
		"a body":        {func(r []Record) []Record { r[1].Body = []byte("B"); return r }, 2},
		"a hash":        {func(r []Record) []Record { r[1].Hash = r[0].Hash; return r }, 2},
		"upper case":    {func(r []Record) []Record { r[1].Hash = strings.ToUpper(r[1].Hash); return r }, 2},
		"no hash":       {func(r []Record) []Record { r[1].Hash = "x"; return r }, 2},
		"a number":      {func(r []Record) []Record { r[1].Seq = 9; return r }, 2},
		"the link":      {func(r []Record) []Record { r[1].Prev = Genesis; return r }, 2},
		"one less":      {func(r []Record) []Record { return append(r[:1], r[2:]...) }, 2},
		"the first":     {func(r []Record) []Record { return r[1:] }, 1},
		"another order": {func(r []Record) []Record { r[2], r[3] = r[3], r[2]; return r }, 3},
		"one twice":     {func(r []Record) []Record { return append(r[:2], r[1:]...) }, 3},
	} {
		_, err := Verify(0, Genesis, c.change(journal("a", "b", "", "d")))
		var chain *ChainError
		if !errors.As(err, &chain) || chain.Seq != c.seq || !errors.Is(err, ErrCorrupt) || chain.Torn {
			t.Errorf("%s: got %v, want record %d", name, err, c.seq)
		}
	}
}

func TestStamp(t *testing.T) {
	for _, want := range []time.Time{
		{},
		time.Date(2026, 3, 4, 5, 6, 7, 1, time.UTC),
		time.Date(2026, 3, 4, 5, 6, 7, 0, time.FixedZone("there", 3600)),
		time.Date(0, 1, 1, 0, 0, 0, 0, time.UTC),
		time.Date(9999, 12, 31, 23, 59, 59, 999_999_999, time.UTC),
	} {
		got, err := ParseStamp(Stamp(want))
		if err != nil || !got.Equal(want) || got.Location() != time.UTC {
			t.Errorf("%v came back as %v, %v", want, got, err)
		}
	}
	order := []time.Time{time.Date(-5, 1, 1, 0, 0, 0, 0, time.UTC), time.Date(999, 1, 1, 0, 0, 0, 0, time.UTC), time.Date(2026, 1, 1, 0, 0, 0, 1, time.UTC),
		time.Date(2026, 1, 1, 0, 0, 0, 10, time.UTC), time.Date(20000, 1, 1, 0, 0, 0, 0, time.UTC)}
	for i := range order[1:] {
		if a, b := Stamp(order[i]), Stamp(order[i+1]); a >= b || len(a) != len(b) {
			t.Errorf("%s does not stand before %s", a, b)
		}
	}
	for _, s := range []string{"", "2026-03-04T05:06:07Z", "2026-03-04T05:06:07.000000000+00:00", "2026-03-04T05:06:07.0000000000Z", "2026-02-30T05:06:07.000000000Z"} {
		if _, err := ParseStamp(s); !errors.Is(err, ErrCorrupt) {
			t.Errorf("%q: %v", s, err)
		}
	}
}

// Rules that every store shares are tested in storetest; here is what no store shows.
func TestFit(t *testing.T) {
	never := Fits(func(string, string, []string) (bool, error) { t.Error("asked"); return false, nil })
	if err := never.Fit(Draw{Amount: "1"}, nil); err != nil {
		t.Errorf("without a limit: %v", err)
	}
	limited := Draw{Amount: "1", Currency: "EUR", Limit: Limit{Amount: "5"}}
	var full *HeadroomError
	if err := never.Fit(limited, []Draw{{Currency: "USD"}}); !errors.As(err, &full) {
		t.Errorf("beside another currency: %v", err)
	}
	if err := Fits(nil).Fit(limited, nil); err == nil || errors.As(err, &full) {
		t.Errorf("without arithmetic: %v", err)
	}
}

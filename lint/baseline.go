package lint

import (
	"crypto/sha256"
	"encoding/hex"

	"github.com/planlint/planlint/contracts/tree"
)

// RuleStaleBaseline is the rule of a baseline's entry that no finding matches.
const RuleStaleBaseline = "stale-baseline-entry"

// Baseline is findings that are known: they are counted, and not shown. A finding is known by its file and its
// fingerprint, so that it stays known when lines move and becomes new when its value changes. What carries a seed
// reason is never hidden.
type Baseline struct {
	source  *tree.Source
	level   Severity
	entries []*BaselineEntry
	index   map[baselineKey]*BaselineEntry
	checked map[string]bool
}

// BaselineEntry is one known finding.
type BaselineEntry struct {
	Path        string // relative to the working directory, with "/"
	Fingerprint string
	Rule        string
	Count       int // how many equal findings are known
	Place       tree.Place

	seen int
}

type baselineKey struct{ path, fingerprint string }

// NewBaseline makes a baseline of entries that were read from src. level is how bad an entry is that matches nothing;
// Off keeps quiet about it.
func NewBaseline(src *tree.Source, entries []BaselineEntry, level Severity) *Baseline {
	b := &Baseline{source: src, level: level, index: map[baselineKey]*BaselineEntry{}, checked: map[string]bool{}}
	for i := range entries {
		e := &entries[i]
		key := baselineKey{e.Path, e.Fingerprint}
		if first := b.index[key]; first != nil { // written twice: counted together
			first.Count += e.Count
			continue
		}
		b.entries = append(b.entries, e)
		b.index[key] = e
	}
	return b
}

// Hide takes the known findings out of a file's.
func (b *Baseline) Hide(f *File) {
	if f.Source == nil {
		return
	}
	b.checked[f.Source.Name] = true
	kept := f.Findings[:0]
	for _, d := range f.Findings {
		e := b.index[baselineKey{f.Source.Name, d.Fingerprint}]
		if e != nil && d.Reason == "" && e.Rule == d.Rule && e.seen < e.Count {
			e.seen++
			f.Suppressed++
			continue
		}
		kept = append(kept, d)
	}
	f.Findings = kept
}

// Unused are the entries of the files that were checked that matched nothing, or fewer findings than they say, as
// findings in the baseline's own file. Entries of files that were not checked are left alone.
func (b *Baseline) Unused() []*File {
	if b.level == Off {
		return nil
	}
	f := &File{Source: b.source}
	for _, e := range b.entries {
		if e.seen >= e.Count || !b.checked[e.Path] {
			continue
		}
		sum := sha256.Sum256([]byte(RuleStaleBaseline + "\x00" + e.Path + "\x00" + e.Fingerprint))
		d := Finding{Rule: RuleStaleBaseline, Severity: b.level, Place: e.Place, Violations: []string{e.Fingerprint},
			Fingerprint: hex.EncodeToString(sum[:16]),
			Message:     "the baseline knows " + tree.Visible(e.Rule) + " in " + tree.Visible(e.Path) + ", but no such finding is there",
			Hint:        "it was settled, or its value changed: write the baseline anew"}
		if e.seen > 0 {
			d.Message = "the baseline knows more findings of " + tree.Visible(e.Rule) + " in " + tree.Visible(e.Path) + " than are there"
		}
		f.Findings = append(f.Findings, d)
	}
	if len(f.Findings) == 0 {
		return nil
	}
	return []*File{f}
}

package compare

import (
	"slices"
	"sort"

	"github.com/planlint/planlint/lint"
)

// places are where each step stands in the order of execution, from 1, by its position in the plan. Steps in and behind
// loops are never carried out: they stand last, as they are written.
func places(p *lint.Plan) []int {
	at := make([]int, len(p.Steps))
	next := 1
	for _, sweep := range p.Graph().Sweeps() {
		for _, i := range sweep {
			at[i] = next
			next++
		}
	}
	for i := range at {
		if at[i] == 0 {
			at[i] = next
			next++
		}
	}
	return at
}

// moved are, by position in the new plan, the steps that are carried out before or after others than they were. As few as
// can be are said to have moved: of the steps that are in both plans, a longest run that kept its order stays.
func (b *both) moved(from, to []int) []bool {
	moved := make([]bool, len(b.oldOf))
	var common []int32 // in the new order of execution
	for i, j := range b.oldOf {
		if j >= 0 {
			common = append(common, int32(i))
		}
	}
	slices.SortFunc(common, func(x, y int32) int { return to[x] - to[y] })
	// tails[k] is the end of a run of k+1 steps that kept their order, the one that was carried out earliest.
	var tails []int32
	before := make([]int32, len(b.oldOf))
	place := func(i int32) int { return from[b.oldOf[i]] }
	for _, i := range common {
		k := sort.Search(len(tails), func(k int) bool { return place(tails[k]) > place(i) })
		before[i] = -1
		if k > 0 {
			before[i] = tails[k-1]
		}
		if k == len(tails) {
			tails = append(tails, i)
		} else {
			tails[k] = i
		}
	}
	if len(tails) == len(common) {
		return moved
	}
	for _, i := range common {
		moved[i] = true
	}
	for i := tails[len(tails)-1]; i >= 0; i = before[i] {
		moved[i] = false
	}
	return moved
}

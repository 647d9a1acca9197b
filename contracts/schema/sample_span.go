package schema

import "math/big"

// span is the numbers that are asked for, exactly: all are whole multiples of 10^-scale.
type span struct {
	low, high         *big.Int // nil where there is none
	lowOpen, highOpen bool     // the bound itself is out
	step              *big.Int // the multiples of it alone, or nil
	scale             int64
}

// narrow applies the keywords of one schema.
func (s *span) narrow(r *numberRules) {
	if r.min.set {
		s.from(r.min.num.scaled(s.scale), false)
	}
	if r.above.set {
		s.from(r.above.num.scaled(s.scale), true)
	}
	if r.max.set {
		s.to(r.max.num.scaled(s.scale), false)
	}
	if r.below.set {
		s.to(r.below.num.scaled(s.scale), true)
	}
	if r.multiple.set {
		s.multiple(r.multiple.num.scaled(s.scale))
	}
}

func (s *span) from(v *big.Int, open bool) {
	if s.low == nil || v.Cmp(s.low) > 0 || v.Cmp(s.low) == 0 && open {
		s.low, s.lowOpen = v, open
	}
}

func (s *span) to(v *big.Int, open bool) {
	if s.high == nil || v.Cmp(s.high) < 0 || v.Cmp(s.high) == 0 && open {
		s.high, s.highOpen = v, open
	}
}

// multiple narrows down to the multiples of a number above 0.
func (s *span) multiple(m *big.Int) {
	if s.step == nil {
		s.step = m
		return
	}
	common := new(big.Int).GCD(nil, nil, s.step, m)
	s.step = new(big.Int).Mul(s.step, new(big.Int).Quo(m, common))
}

// has reports whether a number is in the span.
func (s *span) has(v *big.Int) bool {
	if s.low != nil && (v.Cmp(s.low) < 0 || s.lowOpen && v.Cmp(s.low) == 0) {
		return false
	}
	if s.high != nil && (v.Cmp(s.high) > 0 || s.highOpen && v.Cmp(s.high) == 0) {
		return false
	}
	return s.step == nil || new(big.Int).Rem(v, s.step).Sign() == 0
}

// each calls yield for numbers of the span, each with its scale, until it returns false, and then returns false.
func (s *span) each(yield func(v *big.Int, scale int64) bool) bool {
	step := s.step
	if step == nil {
		step = power(s.scale)
	}
	start := s.start(step)
	if start == nil {
		return s.step != nil || s.between(yield)
	}
	// Some above, some below, and then all those above.
	for _, run := range [...][2]int64{{0, 8}, {-1, -8}, {9, variety}} {
		by := int64(1)
		if run[1] < 0 {
			by = -1
		}
		for i := run[0]; i != run[1]+by; i += by {
			v := new(big.Int).Mul(step, big.NewInt(i))
			if v.Add(v, start); !s.has(v) {
				break
			}
			if !yield(v, s.scale) {
				return false
			}
		}
	}
	return s.step != nil || s.between(yield)
}

// start is the number to begin with, or nil where none of the span is a step away from a bound.
func (s *span) start(step *big.Int) *big.Int {
	list := []*big.Int{power(s.scale), step}
	if s.low != nil {
		list = append(list, s.low)
		if s.step != nil {
			// Down to a multiple, and up again until one is in.
			v := new(big.Int).Div(s.low, step)
			v.Mul(v, step)
			list = append(list, v, new(big.Int).Add(v, step))
		} else {
			list = append(list, new(big.Int).Add(s.low, step))
		}
	}
	if s.high != nil {
		list = append(list, s.high)
		if s.step != nil {
			v := new(big.Int).Div(s.high, step)
			v.Mul(v, step)
			list = append(list, v, new(big.Int).Sub(v, step))
		} else {
			list = append(list, new(big.Int).Sub(s.high, step))
		}
	}
	for _, v := range list {
		if s.has(v) {
			return v
		}
	}
	return nil
}

// between calls yield for numbers between two bounds that are close, each halfway from the last one to the upper.
func (s *span) between(yield func(v *big.Int, scale int64) bool) bool {
	if s.low == nil || s.high == nil || s.low.Cmp(s.high) >= 0 {
		return true
	}
	ten, five := big.NewInt(10), big.NewInt(5)
	low, high, scale := s.low, s.high, s.scale
	for range 12 {
		v := new(big.Int).Add(low, high)
		v.Mul(v, five)
		scale++
		high = new(big.Int).Mul(high, ten)
		low = v
		if !yield(v, scale) {
			return false
		}
	}
	return true
}

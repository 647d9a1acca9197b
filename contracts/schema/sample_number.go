package schema

import (
	"math/big"
	"strings"
)

// What numbers are calculated with: how many digits, and which powers of ten. Bounds beyond that are tried as they
// are written.
const (
	sampleDigits   = 400
	sampleExponent = 400
)

// numbers offers numbers: 1 where it fits, else the one nearest to the lower bound, and others from there on.
func (sc *scene) numbers(integer bool) bool {
	var bounds []*numberRules
	scale := int64(0)
	for _, n := range sc.parts {
		r := n.number
		if r == nil {
			continue
		}
		bounds = append(bounds, r)
		for _, b := range r.all() {
			if !b.set {
				continue
			}
			if d := b.num; d.count > sampleDigits || d.top > sampleExponent || !d.zero() && d.low() < -sampleExponent {
				return sc.written(bounds, integer)
			}
			if !b.num.zero() {
				scale = max(scale, -b.num.low())
			}
		}
	}
	s := span{scale: scale}
	for _, r := range bounds {
		s.narrow(r)
	}
	if integer {
		s.multiple(power(scale))
	}
	if s.step != nil && s.step.BitLen() > 8*sampleDigits {
		return sc.written(bounds, integer)
	}
	s.each(func(v *big.Int, scale int64) bool { return sc.offer(pieceNumber(plainNumber(v, scale))) })
	if sc.over {
		return false
	}
	sc.misses = 0
	return sc.opposed(integer)
}

// opposed offers the bounds of what must not fit, and what is beside them.
func (sc *scene) opposed(integer bool) bool {
	var bounds []*numberRules
	for _, n := range sc.parts {
		if n.logic == nil || n.logic.not == nil {
			continue
		}
		for _, s := range n.logic.not.together() {
			if s.number != nil {
				bounds = append(bounds, s.number)
			}
		}
	}
	return len(bounds) == 0 || sc.written(bounds, integer)
}

// written offers the bounds themselves, what is beside them, and what is nearest to nothing.
func (sc *scene) written(bounds []*numberRules, integer bool) bool {
	texts := []string{"1", "0", "-1"}
	for _, r := range bounds {
		for _, b := range r.all() {
			if !b.set {
				continue
			}
			text := b.num.plainInteger()
			if text == "" && !integer {
				text = b.num.scientific()
			}
			if text == "" {
				continue
			}
			texts = append(texts, text)
			if d := b.num; !d.zero() && d.top < 18 && d.low() >= 0 {
				v := d.scaled(0)
				texts = append(texts, new(big.Int).Add(v, big.NewInt(1)).String(), new(big.Int).Sub(v, big.NewInt(1)).String())
			}
		}
	}
	for _, text := range texts {
		if !sc.offer(pieceNumber(text)) {
			return false
		}
	}
	return true
}

func (r *numberRules) all() [5]bound { return [...]bound{r.min, r.above, r.max, r.below, r.multiple} }

// power is 10^n.
func power(n int64) *big.Int { return new(big.Int).Exp(big.NewInt(10), big.NewInt(n), nil) }

// scaled is the number times 10^scale, which makes it whole.
func (d decimal) scaled(scale int64) *big.Int {
	if d.zero() {
		return new(big.Int)
	}
	v, _ := new(big.Int).SetString(strings.ReplaceAll(d.digits, ".", ""), 10)
	v.Mul(v, power(d.low()+scale))
	if d.negative {
		v.Neg(v)
	}
	return v
}

// scientific is the number with an exponent.
func (d decimal) scientific() string {
	if d.zero() {
		return "0"
	}
	digits := strings.ReplaceAll(d.digits, ".", "")
	text := digits + "e" + big.NewInt(d.low()).String()
	if d.negative {
		text = "-" + text
	}
	return text
}

// plainNumber writes v times 10^-scale without an exponent, and without idle zeros.
func plainNumber(v *big.Int, scale int64) string {
	text := new(big.Int).Abs(v).String()
	if scale > 0 {
		if missing := int(scale) + 1 - len(text); missing > 0 {
			text = strings.Repeat("0", missing) + text
		}
		point := len(text) - int(scale)
		text = strings.TrimRight(text[:point]+"."+text[point:], "0")
		text = strings.TrimSuffix(text, ".")
	}
	if v.Sign() < 0 {
		text = "-" + text
	}
	return text
}

package schema

import (
	"regexp/syntax"
	"unicode"
)

// loops says how often a part stands that may be left out: under "*", and under "?" or "{0,…}".
type loops struct{ star, quest int }

// weaver makes a string for a regular expression.
type weaver struct {
	loops
	turn   int                    // shifts what is picked, so that every turn gives another string
	picked [len(friendly) + 1]int // how many from each run of friendly, and of others
	spare  int                    // code points that are to be added by repeating
	out    []rune
}

// text is a string, with up to spare code points more than the shortest; ok is false where there is none, or it is
// too long.
func (w *weaver) text(re *syntax.Regexp, spare int) (s string, ok bool) {
	w.out, w.picked, w.spare = w.out[:0], [len(friendly) + 1]int{}, spare
	ok = w.weave(re)
	return string(w.out), ok
}

func (w *weaver) weave(re *syntax.Regexp) bool {
	if len(w.out) > sampleText {
		return false
	}
	switch re.Op {
	case syntax.OpNoMatch:
		return false
	case syntax.OpLiteral:
		w.out = append(w.out, re.Rune...)
	case syntax.OpCharClass:
		return w.class(re.Rune)
	case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		return w.class([]rune{0, unicode.MaxRune})
	case syntax.OpCapture, syntax.OpConcat:
		for _, sub := range re.Sub {
			if !w.weave(sub) {
				return false
			}
		}
	case syntax.OpAlternate:
		for i := range re.Sub {
			before, picked := len(w.out), w.picked
			if w.weave(re.Sub[(i+w.turn)%len(re.Sub)]) {
				return true
			}
			w.out, w.picked = w.out[:before], picked
		}
		return false
	case syntax.OpStar:
		return w.repeat(re.Sub[0], w.star, 0, -1)
	case syntax.OpPlus:
		return w.repeat(re.Sub[0], 1, 1, -1)
	case syntax.OpQuest:
		return w.repeat(re.Sub[0], w.quest, 0, 1)
	case syntax.OpRepeat:
		usual := re.Min
		switch {
		case re.Min > 0:
		case re.Max < 0:
			usual = w.star
		case re.Max > 0:
			usual = w.quest
		}
		return w.repeat(re.Sub[0], usual, re.Min, re.Max)
	}
	return true // anchors and word boundaries take no room
}

// repeat puts a part there as often as usual, and more often as long as there is something to spare.
func (w *weaver) repeat(re *syntax.Regexp, usual, least, most int) bool {
	n := usual
	if w.spare > 0 && (most < 0 || most > n) {
		probe := weaver{loops: w.loops, turn: w.turn}
		if probe.weave(re) && len(probe.out) > 0 {
			more := w.spare / len(probe.out)
			if most >= 0 {
				more = min(more, most-n)
			}
			n += more
			w.spare -= more * len(probe.out)
		}
	}
	for i := range n {
		before, picked := len(w.out), w.picked
		if !w.weave(re) {
			w.out, w.picked = w.out[:before], picked
			return i >= least && len(w.out) <= sampleText
		}
		if len(w.out) == before {
			break // what takes no room may stand any number of times
		}
	}
	return true
}

// friendly are runs of characters that are looked for in a class, one after the other.
var friendly = [...]string{"abcdefghijklmnopqrstuvwxyz", "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "1234567890", "-_.:/ ", "!#$%&'()*+,;<=>?@[]^`{|}~\"\\"}

// class picks a character of a class, given as pairs of first and last. The next one comes next, so that a run of
// them reads like abc or 123.
func (w *weaver) class(pairs []rune) bool {
	if len(pairs) == 0 {
		return false
	}
	for at, run := range friendly {
		var in []rune
		for _, r := range run {
			for i := 0; i+1 < len(pairs); i += 2 {
				if pairs[i] <= r && r <= pairs[i+1] {
					in = append(in, r)
					break
				}
			}
		}
		if len(in) > 0 {
			w.out = append(w.out, in[w.next(at)%len(in)])
			return true
		}
	}
	at := w.next(len(friendly))
	for i := 0; i+1 < len(pairs); i += 2 {
		width := int(pairs[i+1]-pairs[i]) + 1
		if r := pairs[i] + rune(at%width); unicode.IsPrint(r) {
			w.out = append(w.out, r)
			return true
		}
	}
	w.out = append(w.out, pairs[0])
	return true
}

// next counts what is picked from a run.
func (w *weaver) next(run int) int {
	w.picked[run]++
	return w.picked[run] - 1 + w.turn
}

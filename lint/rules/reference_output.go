package rules

import "strings"

// outputOf reads "output of NAME" and "output_from_step_1": all of a text that names a step or a tool of the plan.
func (r *referrer) outputOf(t string) (reference, bool) {
	name, ok := cutFold(t, "the")
	if !ok {
		name = t
	}
	for _, w := range [...]string{"output", "outputs", "result", "results", "response"} {
		of, ok := cutFold(name, w)
		if !ok {
			continue
		}
		for _, by := range [...]string{"of", "from"} {
			if producer, ok := cutFold(of, by); ok {
				return r.producer(producer)
			}
		}
	}
	return reference{}, false
}

// producer reads the name behind "output of".
func (r *referrer) producer(name string) (reference, bool) {
	if after, ok := cutFold(name, "the"); ok {
		name = after
	}
	for _, kind := range [...]string{"", "node", "step"} {
		cut := strings.TrimSuffix(name, kind)
		if kind != "" && (len(cut) < 2 || cut == name || word(cut[len(cut)-1]) && cut[len(cut)-1] != '_') {
			continue
		}
		if s := r.loose(strings.TrimRight(cut, " _-"), -1); s != nil {
			return reference{step: s}, true
		}
	}
	w, _ := numbered(name)
	return reference{}, w != "" // no other step, but nothing else is meant
}

// cutFold cuts a word and the separator behind it off the beginning of a text, in any case.
func cutFold(s, w string) (rest string, ok bool) {
	if len(s) <= len(w)+1 || !strings.EqualFold(s[:len(w)], w) || strings.IndexByte(" _-", s[len(w)]) < 0 {
		return "", false
	}
	return s[len(w)+1:], true
}

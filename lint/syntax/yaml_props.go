package syntax

import "github.com/planlint/planlint/contracts/tree"

// props reads the anchor and the tag at the position, and moves on to what they belong to, over line ends if need be.
// A fault is noted, and false returned.
func (r *yamlReader) props(p *yamlProps) bool {
	for r.pos < len(r.text) {
		start := r.pos
		switch r.text[start] {
		case '&':
			name := r.anchorName()
			s := tree.Span{Start: start, End: r.pos}
			if name == "" || p.anchor != "" {
				r.note(r.word(start), "an anchor needs one name", "write & and a name, or put the value in quotes")
				return false
			}
			p.anchor, p.anchorSpan = name, s
		case '!':
			r.pos = r.tagEnd()
			s := tree.Span{Start: start, End: r.pos}
			if p.tag != "" {
				r.note(s, "a value with two tags", "keep one")
				return false
			}
			p.tag, p.tagSpan = shortTag(r.text[start:r.pos]), s
		default:
			return true
		}
		p.end = r.pos
		if !r.blankAt(r.pos) && !flowIndicator(r.text[r.pos]) {
			r.note(r.word(start), "an anchor or tag needs a space behind it", "write a space, or put the value in quotes")
			return false
		}
		if r.next(); r.fresh() {
			return true
		}
	}
	return true
}

// anchorName passes the "&" or "*" at the position and the name behind it.
func (r *yamlReader) anchorName() string {
	i := r.pos + 1
	for !r.blankAt(i) && !flowIndicator(r.text[i]) {
		i++
	}
	name := r.text[r.pos+1 : i]
	r.pos = i
	return name
}

// tagEnd is the end of the tag at the position.
func (r *yamlReader) tagEnd() int {
	i := r.pos + 1
	if i < len(r.text) && r.text[i] == '<' {
		for !r.blankAt(i) && r.text[i] != '>' {
			i++
		}
		if !r.blankAt(i) {
			i++
		}
		return i
	}
	for !r.blankAt(i) && !flowIndicator(r.text[i]) {
		i++
	}
	return i
}

// aliasNode reads the alias at the position as a value; key says whether it could be a key. After a fault, which was
// noted, ok is false.
func (r *yamlReader) aliasNode(key bool, p *yamlProps) (end int, ok bool) {
	start := r.pos
	name := r.anchorName()
	end = r.pos
	s := tree.Span{Start: start, End: end}
	after := r.blanks(end)
	switch {
	case name == "":
		r.note(r.word(start), "an alias needs a name", "put quotes around a text that starts with *")
	case key && (name[len(name)-1] == ':' || after < len(r.text) && r.text[after] == ':' && r.blankAt(after+1)):
		r.setOdd()
	case p.any():
		r.note(s, "an alias takes no anchor and no tag", "put them where the anchor is")
	default:
		r.alias(s, name)
		return end, true
	}
	r.hole(s)
	return end, false
}

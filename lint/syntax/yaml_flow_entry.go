package syntax

import "github.com/planlint/planlint/contracts/tree"

// flowItem reads an entry of a flow sequence: a value, or a single pair without braces. end is what it returns where
// nothing was read.
func (r *yamlReader) flowItem(n, end int) (int, bool) {
	var p yamlProps
	if !r.flowProps(&p, n) {
		return end, false
	}
	c := r.text[r.pos]
	if c == '[' || c == '{' || c == '*' || c == '?' && r.blankAt(r.pos+1) || c == ']' || c == ',' {
		start := r.pos
		end, ok := r.flowValue(n, end, &p)
		if i := r.blanks(r.pos); ok && c != ',' && i < len(r.text) && r.text[i] == ':' && r.pos > start {
			r.setOdd()
			return end, false
		}
		return end, ok
	}
	ok := r.flowScalar(n, false)
	if !ok {
		return end, false
	}
	if i := r.blanks(r.pos); r.pairColon(i) && r.line <= r.tok.span.Start && r.second < 0 {
		if r.full() {
			r.resume = -1
			r.problems = append(r.problems, tooDeep(r.tok.span, r.caps.Depth))
			r.broken()
			return end, false
		}
		m := r.mapping(r.tok.span.Start, &yamlProps{})
		r.pos = i
		end, ok = r.flowMember(n, &m, &p)
		r.mappingDone(&m, end)
		return end, ok
	}
	end = r.tok.span.End
	r.scalar(&r.tok, &p)
	return end, true
}

// pairColon reports whether a colon at i follows the scalar that was scanned, as the one of its map's value.
func (r *yamlReader) pairColon(i int) bool {
	return i < len(r.text) && r.text[i] == ':' && (r.tok.flags&tree.Quoted != 0 || r.blankAt(i+1) || flowIndicator(r.text[i+1]))
}

// flowProps reads the anchor and tag at the position, if any.
func (r *yamlReader) flowProps(p *yamlProps, n int) bool {
	if c := r.text[r.pos]; c != '&' && c != '!' {
		return true
	}
	return r.props(p) && r.flowNext(n)
}

// flowScalar scans a scalar in a flow collection; key says whether it stands where a map's key is.
func (r *yamlReader) flowScalar(n int, key bool) bool {
	r.second = -1
	if c := r.text[r.pos]; c == '"' || c == '\'' {
		return r.quoted(n)
	}
	if !r.plainStart() {
		r.note(tree.Span{Start: r.pos, End: r.pos + 1}, "an unquoted text cannot begin with "+r.text[r.pos:r.pos+1], "put it in quotes")
		return false
	}
	r.plainLine(flowStops)
	if r.pos < len(r.text) && r.breakAt(r.pos) > 0 {
		r.plainRest(n, true, key)
	}
	return true
}

// flowValue reads any value in a flow collection, its anchor and tag being read.
func (r *yamlReader) flowValue(n, end int, p *yamlProps) (int, bool) {
	switch c := r.text[r.pos]; c {
	case ',', ']', '}':
		if p.any() {
			return r.empty(p.end, p), true
		}
		r.note(tree.Span{Start: r.pos, End: r.pos + 1}, "a value is missing before this "+string(c), "remove it, or write the value")
		return end, false
	case '[', '{':
		return r.flow(n, p)
	case '*':
		return r.aliasNode(false, p)
	case '?':
		if r.blankAt(r.pos + 1) {
			r.setOdd()
			return end, false
		}
	}
	if !r.flowScalar(n, false) {
		return end, false
	}
	r.scalar(&r.tok, p)
	return r.tok.span.End, true
}

// flowEntry reads a key of a flow mapping, and its value if there is one.
func (r *yamlReader) flowEntry(n, end int, m *yamlMap) (int, bool) {
	var p yamlProps
	if !r.flowProps(&p, n) {
		return end, false
	}
	switch c := r.text[r.pos]; c {
	case '[', '{', '*':
		r.setOdd()
		return end, false
	case '?':
		if r.blankAt(r.pos + 1) {
			r.setOdd()
			return end, false
		}
	case ',', ']':
		r.note(tree.Span{Start: r.pos, End: r.pos + 1}, "a key is missing before this "+string(c), "remove it, or write the key and its value")
		return end, false
	}
	if !r.flowScalar(n, true) {
		return end, false
	}
	key := r.tok
	if !r.flowNext(n) {
		return end, false
	}
	r.tok = key
	if r.pairColon(r.pos) {
		return r.flowMember(n, m, &p)
	}
	r.member(m, &r.tok, &p)
	end = r.empty(key.span.End, &yamlProps{})
	r.memberDone(m)
	return end, true
}

// flowMember adds the key that was scanned, and reads the value behind the colon at the position.
func (r *yamlReader) flowMember(n int, m *yamlMap, key *yamlProps) (end int, ok bool) {
	r.member(m, &r.tok, key)
	r.pos++
	end = r.pos
	before := r.b.Len()
	if ok = r.flowNext(n); ok {
		var p yamlProps
		if c := r.text[r.pos]; c == ',' || c == ']' || c == '}' {
			r.empty(end, &p)
		} else if ok = r.flowProps(&p, n); ok {
			end, ok = r.flowValue(n, end, &p)
		}
	}
	if r.b.Len() == before {
		r.hole(tree.Span{Start: end, End: end})
	}
	r.memberDone(m)
	return end, ok
}

package syntax

import "github.com/planlint/planlint/contracts/tree"

// flow reads the flow collection at the position. n is the indentation of the block collection around it. After a fault
// that it cannot pass ok is false: the fault was noted, and everybody gets out.
func (r *yamlReader) flow(n int, p *yamlProps) (end int, ok bool) {
	if r.full() {
		return r.flowTooDeep()
	}
	r.brackets = append(r.brackets, r.pos)
	if r.text[r.pos] == '[' {
		end, ok = r.flowSeq(n, p)
	} else {
		end, ok = r.flowMap(n, p)
	}
	if ok {
		r.brackets = r.brackets[:len(r.brackets)-1]
	}
	return end, ok
}

// flowNext moves to the next token inside a flow collection. It notes one that does not close.
func (r *yamlReader) flowNext(n int) bool {
	r.next()
	if r.fresh() {
		if r.indent < 0 {
			r.resume = r.pos
			return r.unclosed()
		}
		if c := r.text[r.pos]; c != ']' && c != '}' && r.suspect(r.pos, r.indent, n) {
			r.resume = r.line
			return r.unclosed()
		}
	}
	return true
}

// unclosed notes that the innermost bracket has no partner.
func (r *yamlReader) unclosed() bool {
	open := r.brackets[len(r.brackets)-1]
	closer := "]"
	if r.text[open] == '{' {
		closer = "}"
	}
	r.note(tree.Span{Start: open, End: open + 1}, "the "+r.text[open:open+1]+" opened here never closes", "write the "+closer+" that belongs to it")
	return false
}

// flowSeq reads the flow sequence at the position.
func (r *yamlReader) flowSeq(n int, p *yamlProps) (end int, ok bool) {
	a := r.sequence(r.pos, p)
	r.pos++
	end = r.pos
	for {
		if ok = r.flowNext(n); !ok {
			break
		}
		if r.text[r.pos] == ']' {
			r.pos++
			end = r.pos
			break
		}
		if end, ok = r.flowItem(n, end); !ok {
			break
		}
		if ok = r.flowNext(n) && r.comma(']', "list"); !ok {
			break
		}
	}
	r.leave(max(end, r.closed(ok)))
	a.close()
	return end, ok
}

// closed is the position, where a flow collection ends well.
func (r *yamlReader) closed(ok bool) int {
	if ok {
		return r.pos
	}
	return 0
}

// comma passes a comma between two entries; a closing bracket stays. If something else stands there that is noted, once
// in a flow collection, and a comma is taken to stand before it.
func (r *yamlReader) comma(closing byte, what string) bool {
	c := r.text[r.pos]
	if c == ',' {
		r.pos++
		return true
	}
	if c == closing {
		return true
	}
	again := r.repaired
	r.note(r.flowWord(), "expected a comma or "+string(closing)+" in this "+what, "separate the entries with commas; a text with one of ,[]{} or \": \" in it needs quotes")
	r.repaired = true
	return !again && c != ']' && c != '}' && c != ':'
}

// flowWord is the span of the word at the position, up to a flow indicator.
func (r *yamlReader) flowWord() tree.Span {
	s := r.word(r.pos)
	for i := s.Start + 1; i < s.End; i++ {
		if flowIndicator(r.text[i]) {
			s.End = i
		}
	}
	return s
}

// flowMap reads the flow mapping at the position.
func (r *yamlReader) flowMap(n int, p *yamlProps) (end int, ok bool) {
	m := r.mapping(r.pos, p)
	r.pos++
	end = r.pos
	for {
		if ok = r.flowNext(n); !ok {
			break
		}
		if r.text[r.pos] == '}' {
			r.pos++
			end = r.pos
			break
		}
		if end, ok = r.flowEntry(n, end, &m); !ok {
			break
		}
		if ok = r.flowNext(n) && r.comma('}', "map"); !ok {
			break
		}
	}
	r.mappingDone(&m, max(end, r.closed(ok)))
	return end, ok
}

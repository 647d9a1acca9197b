package schema

import "github.com/planlint/planlint/contracts/tree"

// leaf offers values for the parts as they are.
func (sc *scene) leaf(told int) {
	if !sc.g.spend(10*len(sc.parts)) || sc.listed(told) || sc.over || !sc.annotations(told) {
		return
	}
	for _, t := range sc.order() {
		sc.patience, sc.misses = 40, 0
		if t&(typeObject|typeArray) != 0 {
			sc.patience = 12
		}
		switch t {
		case typeObject:
			sc.objects()
		case typeArray:
			sc.arrays()
		case typeString:
			sc.texts()
		case typeInteger:
			sc.numbers(true)
		case typeNumber:
			sc.numbers(false)
		case typeBoolean:
			_ = sc.offer(pieceTrue) && sc.offer(pieceFalse)
		case typeNull:
			sc.offer(pieceNull)
		}
		if sc.over {
			return
		}
	}
}

// offer hands on a value if it fits. It returns false where there is no use in offering others like it.
func (sc *scene) offer(p *piece) bool {
	if p == nil {
		return true
	}
	if sc.tries--; sc.tries < 0 || !sc.g.spend(10+p.size) {
		sc.over = true
		return false
	}
	if !sc.g.fits(sc.goal, p) {
		sc.misses++
		return sc.misses < sc.patience
	}
	sc.misses = 0
	sc.hits++
	sc.over = !sc.yield(p)
	return !sc.over
}

// listed offers the values of the first const, else of the first enum, among the parts from the one at from on, and
// reports whether there is one: then no other value fits.
func (sc *scene) listed(from int) bool {
	sc.patience, sc.misses = sampleTries, 0
	var best *choice
	var at *tree.Tree
	for _, n := range sc.parts[from:] {
		for k := n.choice; k != nil; k = k.also {
			if best == nil || best.keyword != "const" && k.keyword == "const" {
				best, at = k, n.tree
			}
		}
	}
	if best == nil {
		return false
	}
	for _, v := range best.values {
		if !sc.offer(copied(at, v)) {
			break
		}
	}
	return true
}

// annotations offers the examples and defaults of the parts from the one at from on, and reports whether the search
// goes on.
func (sc *scene) annotations(from int) bool {
	sc.patience, sc.misses = sampleTries, 0
	for _, n := range sc.parts[from:] {
		more := true
		n.annotated(func(v tree.Ref) bool {
			more = sc.offer(copied(n.tree, v))
			return more
		})
		if !more {
			return false
		}
	}
	return true
}

// order is in which order types are tried: as the schema lists them, null last; where it lists none, first those that
// its keywords are about.
func (sc *scene) order() []types {
	list := make([]types, 0, 8)
	add := func(t types) {
		if t = sc.types.and(t); t == 0 {
			return
		}
		for _, had := range list {
			if had == t {
				return
			}
		}
		list = append(list, t)
	}
	for _, n := range sc.parts {
		if n.types == 0 {
			continue
		}
		v := n.tree.Get(n.at, "type")
		for _, e := range n.tree.Elements(v) {
			if t := typeNames[n.tree.Text(e)]; t != typeNull {
				add(t)
			}
		}
		break
	}
	for _, n := range sc.parts {
		if n.object != nil {
			add(typeObject)
		}
		if n.array != nil {
			add(typeArray)
		}
		if n.text != nil {
			add(typeString)
		}
		if n.number != nil {
			add(typeNumber)
		}
	}
	for _, t := range [...]types{typeString, typeObject, typeArray, typeNumber, typeInteger, typeBoolean, typeNull} {
		add(t)
	}
	return list
}

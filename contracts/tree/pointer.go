package tree

import (
	"errors"
	"strconv"
	"strings"
)

// Pointer is an RFC 6901 JSON Pointer: "" for the whole, else tokens that each begin with "/".
type Pointer string

var (
	escaper   = strings.NewReplacer("~", "~0", "/", "~1")
	unescaper = strings.NewReplacer("~1", "/", "~0", "~")
)

// Escape returns a token as it is written inside a pointer.
func Escape(token string) string {
	if !strings.ContainsAny(token, "~/") {
		return token
	}
	return escaper.Replace(token)
}

// Child is the pointer to a member of what p points to.
func (p Pointer) Child(token string) Pointer { return p + "/" + Pointer(Escape(token)) }

// Index is the pointer to an element of what p points to.
func (p Pointer) Index(i int) Pointer { return p + "/" + Pointer(strconv.Itoa(i)) }

// ParsePointer checks the syntax and returns the tokens, unescaped.
func ParsePointer(s string) ([]string, error) {
	if s == "" {
		return nil, nil
	}
	if s[0] != '/' {
		return nil, errors.New(`a JSON Pointer is empty or starts with "/"`)
	}
	tokens := strings.Split(s[1:], "/")
	for i, t := range tokens {
		for j := 0; j < len(t); j++ {
			if t[j] == '~' && (j+1 == len(t) || t[j+1] != '0' && t[j+1] != '1') {
				return nil, errors.New(`in a JSON Pointer "~" is written "~0", and "/" inside a name "~1"`)
			}
		}
		tokens[i] = unescaper.Replace(t)
	}
	return tokens, nil
}

// Find is the node that the tokens lead to from n, or None. An array index is a decimal without leading zeros.
func (t *Tree) Find(n Ref, tokens ...string) Ref {
	for _, token := range tokens {
		switch t.Kind(n) {
		case Object:
			n = t.Get(n, token)
		case Array:
			i, err := strconv.Atoi(token)
			if err != nil || i < 0 || strconv.Itoa(i) != token || i >= t.Count(n) {
				return None
			}
			n++
			for range i {
				n = t.Next(n)
			}
		default:
			return None
		}
		if n == None {
			return None
		}
	}
	return n
}

// Path is the pointer from the node above to the node n, which lies below it; keys have their value's pointer.
// It costs a walk over the siblings on the way, so it is for reports, not for hot loops.
func (t *Tree) Path(above, n Ref) Pointer {
	var p Pointer
	for above != n {
		switch t.Kind(above) {
		case Array:
			found := None
			for i, e := range t.Elements(above) {
				if e <= n && n < t.Next(e) {
					p, found = p.Index(i), e
					break
				}
			}
			above = found
		case Object:
			found := None
			for k, v := range t.Members(above) {
				if n == k || v <= n && n < t.Next(v) {
					p = p.Child(t.Text(k))
					found = v
					if n == k {
						return p
					}
					break
				}
			}
			above = found
		default:
			return p
		}
		if above == None {
			return p
		}
	}
	return p
}

// KeyOf is the key of the member whose value is the node n, which lies below the node above; None where n is an
// element of an array or above itself.
func (t *Tree) KeyOf(above, n Ref) Ref {
	for above != n {
		next := None
		switch t.Kind(above) {
		case Array:
			for _, e := range t.Elements(above) {
				if e <= n && n < t.Next(e) {
					next = e
					break
				}
			}
		case Object:
			for k, v := range t.Members(above) {
				if n == v {
					return k
				}
				if v < n && n < t.Next(v) {
					next = v
					break
				}
			}
		}
		if next == None {
			return None
		}
		above = next
	}
	return None
}

package schema

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/planlint/planlint/contracts/tree"
)

// invalid reports a value that breaks a keyword.
func (c *checker) invalid(n *node, at tree.Ref, keyword string, v tree.Ref, message, hint string) {
	c.add(Fault{Rule: RuleInvalid, At: v, Value: c.valueOf(v), Keyword: keyword, Schema: n.place(at), Message: message, Hint: hint})
}

// bound reports a number out of range.
func (c *checker) bound(n *node, v tree.Ref, b bound, keyword, phrase string) {
	if c.fault() {
		c.invalid(n, b.at, keyword, v, fmt.Sprintf("%s must be %s %s, but is %s", c.subject(), phrase, short(n.tree.Text(b.at)), short(c.tree.Text(v))), "")
	}
}

// length checks minLength and maxLength, in code points.
func (c *checker) length(n *node, v tree.Ref, s string) bool {
	r := n.text
	if len(s) >= r.min*utf8.UTFMax && r.min <= len(s) && (r.max < 0 || len(s) <= r.max) {
		return true
	}
	size := utf8.RuneCountInString(s)
	switch {
	case size < r.min:
		if c.fault() {
			c.invalid(n, r.minAt, "minLength", v, fmt.Sprintf("%s must have at least %s, but %s has %d",
				c.subject(), plural(r.min, "character"), tree.Quote(s), size), "")
		}
	case r.max >= 0 && size > r.max:
		if c.fault() {
			c.invalid(n, r.maxAt, "maxLength", v, fmt.Sprintf("%s must have at most %s, but %s has %d",
				c.subject(), plural(r.max, "character"), tree.Quote(s), size), "")
		}
	default:
		return true
	}
	return false
}

// plural counts things.
func plural(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}

// size reports an array or an object with too few or too many parts.
func (c *checker) size(n *node, v, at tree.Ref, keyword string, limit, size int) {
	if !c.fault() {
		return
	}
	thing := "item"
	if c.tree.Kind(v) == tree.Object {
		thing = "member"
	}
	least := "at most"
	if strings.HasPrefix(keyword, "min") {
		least = "at least"
	}
	c.invalid(n, at, keyword, v, fmt.Sprintf("%s must have %s %s, but has %d", c.subject(), least, plural(limit, thing), size), "")
}

// tooLong reports an array that goes on behind its tuple.
func (c *checker) tooLong(n *node, v, e tree.Ref, size int) {
	if c.fault() {
		c.invalid(n, n.array.itemsAt, "items", e, fmt.Sprintf("%s must have at most %s, but has %d",
			c.subject(), plural(len(n.array.prefix), "item"), size), "")
	}
}

// sayTooMany reports the first element that unevaluatedItems refuses.
func (c *checker) sayTooMany(n *node, at tree.Ref, keyword string, v, e tree.Ref, index int) {
	c.invalid(n, at, keyword, e, fmt.Sprintf("%s is not allowed, as the schema says nothing about it", c.element(index)), "leave it out")
}

func (c *checker) sayPattern(n *node, v tree.Ref) {
	c.invalid(n, n.text.patternAt, "pattern", v, fmt.Sprintf("%s must match the pattern %s, but %s does not",
		c.subject(), tree.Quote(n.text.pattern.source), tree.Quote(c.tree.Text(v))), "")
}

func (c *checker) sayFormat(n *node, v tree.Ref) {
	f, s := n.text.format, c.tree.Text(v)
	hint := fmt.Sprintf("write it like %q", f.example)
	switch {
	case f.name == "date-time" && isDateTime(s+"Z"):
		hint = `add the offset from UTC, such as "Z" or "+02:00"`
	case f.name == "date-time" && len(s) > 10 && s[10] == ' ' && isDateTime(s[:10]+"T"+s[11:]):
		hint = `write "T" between date and time`
	case f.name == "decimal" && (strings.ContainsAny(s, "eE,_+ ") || s == "NaN" || strings.Contains(s, "Inf")):
		hint = `write plain digits with a "." at most, like "100.00"`
	}
	c.invalid(n, n.text.formatAt, "format", v, fmt.Sprintf("%s must be %s, but %s is not", c.subject(), f.title, tree.Quote(s)), hint)
}

func (c *checker) sayRepeated(n *node, first, again int, at tree.Ref) {
	c.invalid(n, n.array.uniqueAt, "uniqueItems", at, fmt.Sprintf("%s repeats item %d, but all items must differ", c.element(again), first), "leave it out")
}

func (c *checker) sayContains(n *node, v, at tree.Ref, limit, found int, most bool) {
	least, word := "at least", "contains"
	if most {
		least, word = "at most", "maxContains"
	}
	fit := "fit"
	if limit == 1 {
		fit = "fits"
	}
	c.invalid(n, at, word, v, fmt.Sprintf("%s must have %s %s that %s \"contains\", but has %d",
		c.subject(), least, plural(limit, "item"), fit, found), "")
}

func (c *checker) sayNot(n *node, v tree.Ref) {
	l := n.logic.not
	message := c.subject() + ` must not fit the schema under "not"`
	switch {
	case l.logic != nil:
	case l.choice != nil && l.types == 0:
		message = fmt.Sprintf("%s must not be %s", c.subject(), listed(l.tree, l.choice.values))
	case l.types != 0 && l.object == nil && l.array == nil && l.text == nil && l.number == nil && l.choice == nil:
		message = fmt.Sprintf("%s must not be %s", c.subject(), typeList(l.types))
	case l.object != nil && len(l.object.required) > 0 && l.object.declared == 0 && l.object.others == nil && l.object.patterns == nil:
		var names []string
		for _, j := range l.object.required {
			names = append(names, tree.Quote(l.object.members[j].name))
		}
		message = fmt.Sprintf("%s must not have %s", c.subject(), strings.Join(names, " together with "))
	}
	c.invalid(n, n.logic.notAt, "not", v, message, "")
}

var ordinals = [...]string{"first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth"}

func ordinal(i int) string {
	if i < len(ordinals) {
		return ordinals[i]
	}
	return fmt.Sprintf("%dth", i+1)
}

func (c *checker) saySeveral(n *node, v tree.Ref, first, second int) {
	l := n.logic
	a, b := c.formOf(l.one[first], l.one, v), c.formOf(l.one[second], l.one, v)
	if a == "" || b == "" || a == b {
		a, b = "the "+ordinal(first)+" form", "the "+ordinal(second)+" form"
	}
	c.invalid(n, l.oneAt, "oneOf", v, fmt.Sprintf("%s must fit exactly one form, but fits %s and %s", c.subject(), a, b), "say something that only one of them allows")
}

// sayMissing reports a name that has to be there; because is the name that needs it, or "".
func (c *checker) sayMissing(n *node, v tree.Ref, j int, at tree.Ref, keyword, because string) {
	m := &n.object.members[j]
	message := c.child(m.name) + " is missing"
	if because != "" {
		message = fmt.Sprintf("%s is missing, and %s needs it", c.child(m.name), tree.Quote(because))
	}
	place := n.place(at)
	if m.key != tree.None && because == "" {
		place = n.place(m.key)
	}
	c.add(Fault{Rule: RuleMissing, At: v, Value: v, Name: m.name, Keyword: keyword, Schema: place, Message: message, Hint: giveHint(m.schema)})
}

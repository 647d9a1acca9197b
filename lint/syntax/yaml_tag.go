package syntax

import (
	"strings"

	"github.com/planlint/planlint/contracts/tree"
)

// coreTag is the prefix that "!!" stands for.
const coreTag = "tag:yaml.org,2002:"

// shortTag returns a verbatim tag of the core schema in its short form, and any other tag as it is.
func shortTag(tag string) string {
	if rest, ok := strings.CutPrefix(tag, "!<"+coreTag); ok {
		return "!!" + strings.TrimSuffix(rest, ">")
	}
	return tag
}

// tagged adds a scalar whose kind is said by its tag.
func (o *yamlTree) tagged(s *yamlScalar, p *yamlProps) tree.Ref {
	kind, flags := coreScalar(s.text)
	flags = flags&tree.True | s.flags
	fits := false
	switch p.tag {
	case "!", "!!str":
		return o.plain(s, tree.String, flags&^tree.True)
	case "!!null":
		fits = kind == tree.Null
	case "!!bool":
		fits = kind == tree.Bool
	case "!!int":
		fits = kind == tree.Number && (strings.HasPrefix(s.text, "0x") || !strings.ContainsAny(s.text, ".eE"))
	case "!!float":
		fits = kind == tree.Number || kind == tree.Invalid
	default:
		o.unknownTag(p)
		return o.plain(s, tree.String, flags&^tree.True)
	}
	if fits {
		return o.plain(s, kind, flags)
	}
	o.problem(RuleWrongShape, s.span, tree.Quote(s.text)+" does not fit its tag "+p.tag, "leave the tag out, or write a value of that kind")
	return o.plain(s, tree.String, flags&^tree.True)
}

// collectionTag reports a tag that an array or object cannot have; own is the one that says nothing new.
func (o *yamlTree) collectionTag(p *yamlProps, own string) {
	switch p.tag {
	case "", "!", own:
	case "!!seq", "!!map", "!!str", "!!null", "!!bool", "!!int", "!!float":
		o.problem(RuleWrongShape, p.tagSpan, "the value does not fit its tag "+p.tag, "leave the tag out")
	default:
		o.unknownTag(p)
	}
}

func (o *yamlTree) unknownTag(p *yamlProps) {
	o.problem(RuleWrongShape, p.tagSpan, "the tag "+tree.Quote(p.tag)+" means nothing here", "leave it out; only the tags of the YAML core schema are read")
}

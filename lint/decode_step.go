package lint

import (
	"strconv"

	"github.com/planlint/planlint/contracts/tree"
)

// steps reads the list of steps.
func (d *decoder) steps(list tree.Ref) {
	t, p := d.t, d.plan
	if t.Kind(list) != tree.Array {
		d.shape(list, "steps", "a list")
		return
	}
	n := t.Count(list)
	p.NoSteps = n == 0 && t.Flags(list)&tree.Broken == 0
	p.Steps = make([]Step, 0, n)
	p.byID = make(map[string]int32, n)
	for i, e := range t.Elements(list) {
		if t.Kind(e) != tree.Object {
			d.shape(e, "step "+strconv.Itoa(i+1), "a map with id and tool")
			continue
		}
		p.Steps = append(p.Steps, Step{Index: i, at: len(p.Steps), Node: e, IDNode: tree.None, ToolNode: tree.None, Arguments: tree.None, ArgsKey: tree.None,
			Intent: tree.None, BindKey: tree.None, TerminalKey: tree.None, VerifiesKey: tree.None, Broken: t.Flags(e)&tree.Broken != 0})
		d.readStep(&p.Steps[len(p.Steps)-1])
	}
}

func (d *decoder) readStep(s *Step) {
	t, p := d.t, d.plan
	d.step = s
	defer func() { d.step = nil }()
	for k, v := range t.Members(s.Node) { // the names first: findings in the rest carry them
		switch t.Text(k) {
		case "id":
			s.IDNode = v
			s.ID = scalarText(t, v)
		case "tool":
			s.ToolNode = v
			s.Tool = scalarText(t, v)
		}
	}
	for k, v := range t.Members(s.Node) {
		switch t.Text(k) {
		case "id":
			d.text(v, "id")
		case "tool":
			d.text(v, "tool")
		case "arguments":
			s.ArgsKey = k
			if t.Kind(v) == tree.Object {
				s.Arguments = v
			} else {
				d.shapeHint(v, "arguments", "a map", "for no arguments, leave the key out or write {}")
				s.Broken = true
			}
		case "bind":
			s.BindKey = k
			d.binds(s, v)
		case "depends_on":
			d.dependsOn(s, v)
		case "intent":
			s.Intent = v
			if t.Kind(v) != tree.String {
				d.shape(v, "intent", "a text")
			}
		case "terminal":
			s.TerminalKey, s.Terminal = k, d.flag(v, "terminal")
		case "verifies":
			s.VerifiesKey, s.Verifies = k, d.flag(v, "verifies")
		case "quorum":
			s.Quorum = d.quorum(k, v)
		default:
			d.unknown(k, "a step", stepKeys)
		}
	}
	if !s.Broken {
		if s.IDNode == tree.None {
			d.missing(s.Node, "id", "step "+strconv.Itoa(s.Index+1), "give it a name that no other step has")
		}
		if s.ToolNode == tree.None {
			d.missing(s.Node, "tool", StepName(s), "name the registered tool to call")
		}
	}
	if s.ID == "" {
		return
	}
	if first, ok := p.byID[s.ID]; ok {
		d.reportAt(Finding{Rule: "duplicate-step", Detail: DetailDuplicateID, Violations: []string{s.ID},
			Message: "two steps have the id " + tree.Quote(s.ID), Hint: "give one of them another id",
			Related: []Related{{Place: t.Place(p.Steps[first].IDNode), Message: "first used here"}}}, s.IDNode)
		return
	}
	p.byID[s.ID] = int32(len(p.Steps) - 1)
}

// scalarText is the text of a scalar, whatever its kind, so that a step with a faulty name still has one.
func scalarText(t *tree.Tree, v tree.Ref) string {
	switch t.Kind(v) {
	case tree.String:
		return t.Text(v)
	case tree.Number, tree.Bool:
		return t.Raw(v)
	}
	return ""
}

func (d *decoder) dependsOn(s *Step, v tree.Ref) {
	t := d.t
	if t.Kind(v) != tree.Array {
		hint := "write a list of step ids"
		if id := scalarText(t, v); id != "" {
			hint = "write [" + tree.Visible(clip(id)) + "]"
		}
		d.shapeHint(v, "depends_on", "a list of step ids", hint)
		return
	}
	if t.Count(v) == 0 {
		return
	}
	s.DependsOn = make([]Dependency, 0, t.Count(v))
	self := false
	for _, e := range t.Elements(v) {
		d.text(e, "an entry of depends_on")
		id := scalarText(t, e)
		if id == "" {
			continue
		}
		s.DependsOn = append(s.DependsOn, Dependency{ID: id, Node: e})
		if id == s.ID && !self {
			self = true
			d.reportAt(Finding{Rule: "self-dependency", Detail: DetailSelfDependency, Violations: []string{id},
				Message: "step " + tree.Quote(id) + " waits for itself", Hint: "remove it from depends_on"}, e)
		}
	}
}

func (d *decoder) quorum(k, v tree.Ref) *Quorum {
	t := d.t
	if t.Kind(v) != tree.Object {
		d.shape(v, "quorum", "a map with need and lenses")
		return nil
	}
	q := &Quorum{Key: k, Need: tree.None, LensesNode: tree.None}
	for k, c := range t.Members(v) {
		switch t.Text(k) {
		case "need":
			if d.count(c, "need", 0) {
				q.Need = c
				n, err := strconv.Atoi(t.Text(c))
				if err != nil {
					n = 1 << 30 // more than any list of lenses has
				}
				q.NeedCount = n
			}
		case "lenses":
			q.LensesNode = c
			if t.Kind(c) != tree.Array {
				d.shape(c, "lenses", "a list of names")
				continue
			}
			for _, e := range t.Elements(c) {
				if t.Kind(e) != tree.String {
					d.shape(e, "a lens", "a text")
					continue
				}
				q.Lenses = append(q.Lenses, Dependency{ID: t.Text(e), Node: e})
			}
		default:
			d.unknown(k, "quorum", quorumKeys)
		}
	}
	if t.Flags(v)&tree.Broken == 0 {
		if t.Key(v, "need") == tree.None {
			d.missing(v, "need", "quorum", "say how many lenses must agree")
		}
		if q.LensesNode == tree.None {
			d.missing(v, "lenses", "quorum", "list the views that review the work")
		}
	}
	return q
}

package dryrun_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/planlint/planlint/contracts/tree"
	"github.com/planlint/planlint/dryrun"
)

const bindContracts = `contracts:
  find:
    effect: read_only
    accepts: {type: object, properties: {secret: {type: string}}}
  take:
    accepts:
      type: object
      properties:
        whole: {}
        n: {type: integer}
        contact: {type: object, properties: {email: {type: string}, name: {type: string}}}
        legs: {type: array, items: {type: object, properties: {id: {type: string}, seat: {type: integer}}}}
        map: {type: object, additionalProperties: {type: string}}
        deep: {type: string, default: none}
  burn:
    irreversible: true
    accepts: {type: object, properties: {what: {type: string}, n: {type: integer}}}
  ask:
    accepts: {type: object, properties: {what: {type: string}}}
`

const bindDeployment = `contracts: contracts.yaml
agents: {courier: {tools: [find, take, burn, ask], approval_required_tools: [ask]}}
`

// bound is a scene of a step f that finds something, and a step t that takes from it.
func bound(step, outcome string) *scene {
	return &scene{contracts: bindContracts, deployment: bindDeployment, does: map[string]behaviour{"f": answers(outcome)},
		plan: "goal: g\nsteps:\n- {id: f, tool: find}\n- {id: t, depends_on: [f], " + step + "}\n"}
}

func TestBoundValues(t *testing.T) {
	for _, test := range []struct {
		name, step, outcome, input string
		want                       string // what the tool gets
	}{
		{"the whole outcome", `tool: take, bind: {whole: {step: f}}`, `{"a": [1, 2.50, null]}`, "", `{"whole":{"a":[1,2.50,null]},"deep":"none"}`},
		{"a text", `tool: take, bind: {whole: {step: f}}`, "no JSON at all\n", "", `{"whole":"no JSON at all\n","deep":"none"}`},
		{"nothing", `tool: take, bind: {whole: {step: f}}`, "", "", `{"whole":"","deep":"none"}`},
		{"a part", `tool: take, bind: {n: {step: f, pointer: /a/1}}`, `{"a": [1, 9007199254740993]}`, "", `{"n":9007199254740993,"deep":"none"}`},
		{"null is a value", `tool: take, bind: {whole: {step: f, pointer: /a}}`, `{"a": null}`, "", `{"whole":null,"deep":"none"}`},
		{"a name with a slash", `tool: take, bind: {n: {step: f, pointer: /a~1b}}`, `{"a/b": 7}`, "", `{"n":7,"deep":"none"}`},
		{"into a map", `tool: take, arguments: {contact: {name: Ada}}, bind: {/contact/email: {step: f}}`, `"a@b"`, "", `{"contact":{"name":"Ada","email":"a@b"},"deep":"none"}`},
		{"into a map that is not there", `tool: take, bind: {/contact/email: {step: f}}`, `"a@b"`, "", `{"contact":{"email":"a@b"},"deep":"none"}`},
		{"into elements of a list", `tool: take, arguments: {legs: [{seat: 1}, {seat: 2}]}, bind: {/legs/1/id: {step: f}}`, `"BA1"`, "", `{"legs":[{"seat":1},{"seat":2,"id":"BA1"}],"deep":"none"}`},
		{"elements of a new list", `tool: take, bind: {/legs/0: {step: f, pointer: /0}, /legs/1: {step: f, pointer: /1}}`, `[{"id": "A"}, {"id": "B"}]`, "", `{"legs":[{"id":"A"},{"id":"B"}],"deep":"none"}`},
		{"names that look like indexes", `tool: take, bind: {/map/0: {step: f}}`, `"x"`, "", `{"map":{"0":"x"},"deep":"none"}`},
		{"in a default's place", `tool: take, bind: {deep: {step: f}}`, `"low"`, "", `{"deep":"low"}`},
		{"the whole input", `tool: take, bind: {whole: {input: ""}}`, `1`, `{who: [ada]}`, `{"whole":{"who":["ada"]},"deep":"none"}`},
		{"a part of the input", `tool: take, bind: {whole: {input: /who/0}, n: {step: f}}`, `1`, `{who: [ada]}`, `{"whole":"ada","n":1,"deep":"none"}`},
		{"an answer's text is not read twice", `tool: take, bind: {whole: {step: f}}`, `"{\"a\": 1}"`, "", `{"whole":"{\"a\": 1}","deep":"none"}`},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := bound(test.step, test.outcome)
			s.input = test.input
			m := s.run(t)
			if m.Status != dryrun.RunSucceeded || len(m.calls) != 2 {
				t.Fatal(m.Stop)
			}
			if got := string(m.calls[1].Arguments); got != test.want {
				t.Errorf("sent %s\nwant %s", got, test.want)
			}
			m.recorded(t)
		})
	}
}

// A value that is not there, or does not fit, is found before the step acts.
func TestBoundValuesThatDoNotFit(t *testing.T) {
	for _, test := range []struct {
		name, step, outcome string
		want, message       string
	}{
		{"nothing at the pointer", `tool: take, bind: {n: {step: f, pointer: /b}}`, `{"a": 1}`, "tool-failed unbound t", `step "t" can't have its values: f has nothing at "/b"`},
		{"nothing at the index", `tool: take, bind: {n: {step: f, pointer: /1}}`, `[1]`, "tool-failed unbound t", `step "t" can't have its values: f has nothing at "/1"`},
		{"a text has no parts", `tool: take, bind: {n: {step: f, pointer: /a}}`, `plain`, "tool-failed unbound t", `step "t" can't have its values: f has nothing at "/a"`},
		{"of another type", `tool: take, bind: {n: {step: f}}`, `"1"`, "tool-failed arguments t", `step "t" got values that "take" does not take: `},
		{"a float", `tool: take, bind: {n: {step: f}}`, `1.0`, "tool-failed arguments t", `step "t" got values that "take" does not take: `},
		{"undeclared below", `tool: take, bind: {contact: {step: f}}`, `{"email": "a", "phone": "1"}`, "tool-failed arguments t", `step "t" got values that "take" does not take: `},
		{"no exact number", `tool: take, bind: {whole: {step: f}}`, `0.1000000000000000055511151231257827`, "tool-failed arguments t", ``},
	} {
		t.Run(test.name, func(t *testing.T) {
			m := bound(test.step, test.outcome).run(t)
			if got := m.stopped(); got != test.want || m.called() != "f" || m.steps() != "f succeeded, t pending" || m.Status != dryrun.RunFailed {
				t.Errorf("%q, %s: %v", got, m.steps(), m.Stop)
			}
			if !strings.HasPrefix(m.Stop.Error(), test.message) {
				t.Error(m.Stop.Error())
			}
			m.recorded(t)
		})
	}
}

func TestInput(t *testing.T) {
	plan := `goal: g
inputs: {type: object, properties: {who: {type: string}, n: {type: integer}}}
steps:
- {id: t, tool: take, bind: {n: {input: /n}}}
`
	for _, test := range []struct {
		name, input string
		want        string
	}{
		{"none", "", "unable input t"},
		{"it fits", "n: 1", ""},
		{"it lacks it", "who: ada", "refused arguments t"},
	} {
		t.Run(test.name, func(t *testing.T) {
			m := (&scene{contracts: bindContracts, deployment: bindDeployment, plan: plan, input: test.input}).run(t)
			if got := m.stopped(); got != test.want {
				t.Errorf("%q: %v", got, m.Stop)
			}
			if test.want != "" {
				m.nothing(t)
			}
		})
	}
	for _, test := range []struct {
		name, file, text string
		class            dryrun.Class
		message          string
	}{
		{"no JSON", "in.json", "{", dryrun.Unable, "the input in.json, line 1, column "},
		{"empty", "in.yaml", "", dryrun.Unable, "the input in.yaml"},
		{"two documents", "in.yaml", "a: 1\n---\nb: 2\n", dryrun.Unable, "the input in.yaml, line "},
		{"another type", "in.yaml", "n: x\n", dryrun.Refused, "in.yaml, line 1, column 4: "},
		{"no object", "in.json", "[]", dryrun.Refused, "in.json, line 1, column 1: "},
	} {
		s := &scene{contracts: bindContracts, deployment: bindDeployment, plan: plan, clock: &clock{at: start}}
		_, err := dryrun.ReadInput(&tree.Source{Name: test.file, Text: test.text}, s.validate(t))
		var stop *dryrun.StopError
		if !errors.As(err, &stop) || stop.Class != test.class || stop.Code != dryrun.CodeInput || !strings.HasPrefix(stop.Message, test.message) {
			t.Errorf("%s: %v", test.name, err)
		}
	}
}

// A step that can't be undone is put to a person a second time, with its real values; one that merely needs approval is
// not.
func TestSecondQuestion(t *testing.T) {
	for _, test := range []struct {
		name, step string
		asked      int
		sent       string
	}{
		{"irreversible", `tool: burn, arguments: {n: 1}, bind: {what: {step: f}}`, 2, `{"n":1,"what":"the ship"}`},
		{"irreversible, without binds", `tool: burn, arguments: {what: wood}`, 1, `{"what":"wood"}`},
		{"reversible", `tool: ask, bind: {what: {step: f}}`, 1, `{"what":"the ship"}`},
		{"nobody is needed", `tool: take, bind: {whole: {step: f}}`, 0, `{"whole":"the ship","deep":"none"}`},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := bound(test.step, "the ship")
			s.asks = yes
			m := s.run(t)
			if len(m.requests) != test.asked || m.Status != dryrun.RunSucceeded {
				t.Fatalf("asked %d times: %v", len(m.requests), m.Stop)
			}
			if got := string(m.calls[1].Arguments); got != test.sent {
				t.Errorf("sent %s", got)
			}
			if test.asked == 2 {
				first, second := m.requests[0], m.requests[1]
				if first.Again || !second.Again || first.Parts.Arguments != "" || second.Parts.Arguments == "" || first.Digest == second.Digest || first.ID == second.ID {
					t.Errorf("%+v\n%+v", first, second)
				}
				show := func(list []dryrun.Argument) string {
					return fmt.Sprintf("%s %s %s|%s %s %s", list[0].Name, list[0].Value, list[0].From, list[1].Name, list[1].Value, list[1].From)
				}
				if got := show(first.Arguments); got != "n 1 the plan|what  f" {
					t.Error(got)
				}
				if got := show(second.Arguments); got != `n 1 the plan|what "the ship" f` {
					t.Error(got)
				}
				if got := events(m.Events); got != "planned approval_required(t) approval_granted(t) run_started step_started(f) step_executed(f) approval_required(t) approval_granted(t) step_started(t) step_executed(t) run_finished" {
					t.Error(got)
				}
			}
			m.recorded(t)
		})
	}
	t.Run("denied the second time", func(t *testing.T) {
		s := bound(`tool: burn, bind: {what: {step: f}}`, "the ship")
		s.asks = func(r *dryrun.Request) (dryrun.Decision, error) {
			if r.Again {
				return no(r)
			}
			return yes(r)
		}
		m := s.run(t)
		if got := m.stopped(); got != "not-cleared approval_denied t" || m.called() != "f" || m.Status != dryrun.RunNotCleared {
			t.Error(got)
		}
		m.recorded(t)
	})
	t.Run("a recorded decision that allows bound values", func(t *testing.T) {
		s := bound(`tool: burn, bind: {what: {step: f}}`, "the ship")
		s.asks = func(r *dryrun.Request) (dryrun.Decision, error) {
			return dryrun.Decision{RecordID: r.ID, Granted: true, By: "bob", Recorded: true, Approval: "a1", At: start, Expires: start.Add(1)}, nil
		}
		m := s.run(t)
		if m.Status != dryrun.RunSucceeded || m.steps() != "f succeeded, t succeeded by bob" || m.called() != "f t" {
			t.Error(m.Stop, m.steps())
		}
		m.recorded(t)
	})
}

// Labels are held against what a contract protects: those of the contracts when a step is cleared and when it runs, and
// that of the input.
func TestProtect(t *testing.T) {
	contracts := func(find, protect string) string {
		return `contracts:
  find: {effect: read_only, accepts: {type: object}` + find + `}
  take:
    accepts: {type: object, properties: {to: {type: object, properties: {id: {}, note: {}}}, n: {}}}
    protect: [` + protect + `]
`
	}
	for _, test := range []struct {
		name, find, protect, step, input string // input is the deployment's label of it
		want                             string
	}{
		{"untrusted", "", "{field: /to/id, require_trusted: true}", "{/to/id: {step: f}}", "", "refused untrusted_flow t"},
		{"trusted", ", trust: trusted", "{field: /to/id, require_trusted: true}", "{/to/id: {step: f}}", "", ""},
		{"beside it", "", "{field: /to/id, require_trusted: true}", "{/to/note: {step: f}}", "", ""},
		{"around it", "", "{field: /to/id, require_trusted: true}", "{to: {step: f}}", "", "refused untrusted_flow t"},
		{"inside it", "", "{field: /to, require_trusted: true}", "{/to/note: {step: f}}", "", "refused untrusted_flow t"},
		{"an untrusted input", "", "{field: /n, require_trusted: true}", "{n: {input: /id}}", "", "refused untrusted_flow t"},
		{"a trusted input", "", "{field: /n, require_trusted: true}", "{n: {input: /id}}", "{trust: trusted}", ""},
		{"a source", "", "{field: /n, sources: [find]}", "{n: {step: f}}", "", ""},
		{"no source", "", "{field: /n, sources: [take]}", "{n: {step: f}}", "", "refused unapproved_path t"},
		{"the input is no source", "", "{field: /n, sources: [find]}", "{n: {input: /id}}", "", "refused unapproved_path t"},
		{"as secret as it may be", ", sensitivity: confidential", "{field: /n, max_sensitivity: confidential}", "{n: {step: f}}", "", ""},
		{"too secret", ", sensitivity: secret", "{field: /n, max_sensitivity: confidential}", "{n: {step: f}}", "", "refused sensitivity_exceeded t"},
		{"by default", "", "{field: /n, max_sensitivity: public}", "{n: {step: f}}", "", "refused sensitivity_exceeded t"},
		{"a secret input", "", "{field: /n, max_sensitivity: internal}", "{n: {input: /id}}", "{sensitivity: secret}", "refused sensitivity_exceeded t"},
	} {
		t.Run(test.name, func(t *testing.T) {
			deployment := "contracts: contracts.yaml\n"
			if test.input != "" {
				deployment += "input: " + test.input + "\n"
			}
			s := &scene{contracts: contracts(test.find, test.protect), deployment: deployment, input: "id: x",
				plan: "goal: g\nsteps:\n- {id: f, tool: find}\n- {id: t, tool: take, depends_on: [f], bind: " + test.step + "}\n"}
			m := s.run(t)
			if got := m.stopped(); got != test.want {
				t.Errorf("%q, want %q: %v", got, test.want, m.Stop)
			}
			if test.want != "" {
				m.nothing(t)
			}
		})
	}
}

func TestOutputs(t *testing.T) {
	plan := `goal: g
steps:
- {id: f, tool: find}
outputs: {ref: {step: f, pointer: /ref}, "all of it": {step: f}}
`
	for _, test := range []struct{ outcome, outputs, stopped string }{
		{`{"ref": "B1", "n": 1.50}`, `{"ref":"B1","all of it":{"ref":"B1","n":1.50}}`, ""},
		{`{"ref": null}`, `{"ref":null,"all of it":{"ref":null}}`, ""},
		{`{}`, "", "tool-failed outputs f"},
	} {
		m := (&scene{contracts: bindContracts, deployment: bindDeployment, plan: plan, does: map[string]behaviour{"f": answers(test.outcome)}}).run(t)
		if got := string(m.Outputs); got != test.outputs || m.stopped() != test.stopped || m.steps() != "f succeeded" {
			t.Errorf("%s, %s: %v", got, m.steps(), m.Stop)
		}
		m.recorded(t)
	}
}

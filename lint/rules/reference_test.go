package rules

import (
	"strings"
	"testing"

	"github.com/planlint/planlint/contracts/tree"
	"github.com/planlint/planlint/lint"
)

// referrerFor is the referrer of the last step of a plan of four, which waits for the first and the third.
func referrerFor(t testing.TB) *referrer {
	t.Helper()
	const plan = `goal: x
steps:
  - {id: s1, tool: search_flights}
  - {id: node-1, tool: Text Simplifier}
  - {id: HOME, tool: notify}
  - {id: last, tool: notify, depends_on: [s1, HOME]}
`
	var r *referrer
	probe := lint.Rule{ID: "probe", Severity: lint.Note, Check: func(p *lint.Pass) {
		r = &referrer{plan: p.Plan, step: p.Plan.Step("last")}
	}}
	if _, err := lint.Check(&tree.Source{Name: "plan.yaml", Text: plan}, lint.Authority{}, &lint.Options{Deployment: &lint.Deployment{}, Rules: lint.NewRuleSet([]lint.Rule{probe}, nil)}); err != nil {
		t.Fatal(err)
	}
	return r
}

func TestReferences(t *testing.T) {
	r := referrerFor(t)
	for _, c := range []struct{ text, found, step, path string }{
		// In a text of their own.
		{"<s1>", "<s1>", "s1", ""},
		{"<node-1>", "<node-1>", "node-1", ""},
		{"<Node_1>", "<Node_1>", "node-1", ""},
		{"<step 1>", "<step 1>", "s1", ""},
		{"<node-7>", "<node-7>", "", ""},
		{"<node-1>.<answer>", "<node-1>.<answer>", "node-1", ""},
		{"<output_of_s1>", "<output_of_s1>", "s1", ""},
		{"<GENERATED>-0", "<GENERATED>-0", "s1", ""},
		{"$var1.id$", "$var1.id$", "s1", "id"},
		{"$var1.id", "$var1.id", "s1", "id"},
		{"$var1", "$var1", "s1", ""},
		{"$s1.flights[0].id", "$s1.flights[0].id", "s1", "flights/0/id"},
		{"${s1.output.path}", "${s1.output.path}", "s1", "path"},
		{"${{ steps.s1.outputs.path }}", "${{ steps.s1.outputs.path }}", "s1", "path"},
		{"${{ secrets.X }}", "${{ secrets.X }}", "", ""},
		{"{{steps.s1.output}}", "{{steps.s1.output}}", "s1", ""},
		{"{{ user.name }}", "{{ user.name }}", "", ""},
		{"{s1}", "{s1}", "s1", ""},
		{"%{text}", "%{text}", "", ""},
		{"$inputs.email", "$inputs.email", "input", "email"},
		{"$steps.s1.outputs.a#/b/c", "$steps.s1.outputs.a#/b/c", "s1", "a/b/c"},
		{"#E1", "#E1", "s1", ""},
		{"$E2", "$E2", "node-1", ""},
		{"$1", "$1", "s1", ""},
		{" $1 ", "$1", "s1", ""},
		{"min($1, $3)", "min($1, $3)", "s1", ""},
		{"API_call_0 response", "API_call_0 response", "s1", ""},
		{"output of Text Simplifier", "output of Text Simplifier", "node-1", ""},
		{"output_from_step_1", "output_from_step_1", "s1", ""},
		{"the output of the Text Simplifier", "the output of the Text Simplifier", "node-1", ""},
		{"# output of node 1 #", "# output of node 1 #", "node-1", ""},
		{"[text from step 1]", "[text from step 1]", "s1", ""},
		{"steps.s1.output.id", "steps.s1.output.id", "s1", "id"},
		{"s1.result", "s1.result", "s1", ""},
		// Inside longer texts, where they name a step.
		{"take <s1>, please", "<s1>", "s1", ""},
		{"take <node-1>:output.", "<node-1>:output", "node-1", ""},
		{"the rate is 2 * $var1.Exchange Rate$", "$var1.Exchange Rate$", "s1", "Exchange Rate"},
		{"cost: $s1.price.", "$s1.price", "s1", "price"},
		{"from {{s1.from}} to {{s1.to}}", "{{s1.from}}", "s1", "from"},
		{"dear ${s1}", "${s1}", "s1", ""},
		{"a={$steps.s1.outputs.x}&b=1", "{$steps.s1.outputs.x}", "s1", "x"},
		{"is it #E1?", "#E1", "s1", ""},
		{"cd $HOME", "$HOME", "HOME", ""}, // it names a step
		{"about API_call_1 response!", "API_call_1 response", "node-1", ""},
		// Blanks.
		{"<your api key>", "<your api key>", "blank", ""},
		{"<user_id>", "<user_id>", "blank", ""},
		{"<city>", "<city>", "blank", ""},
		{"[REPLACE_ME]", "[REPLACE_ME]", "blank", ""},
		{"[insert the date]", "[insert the date]", "blank", ""},
		{"[API_KEY]", "[API_KEY]", "blank", ""},
		{"[TODO]", "[TODO]", "blank", ""},
		{"YOUR_API_KEY", "YOUR_API_KEY", "blank", ""},
		{"your-access-token", "your-access-token", "blank", ""},
		{"REPLACE_ME", "REPLACE_ME", "blank", ""},
		{"Yours, [Your Name]", "[Your Name]", "blank", ""},
	} {
		if !suspicious(c.text) {
			t.Errorf("%q does not look suspicious", c.text)
		}
		ref, ok := r.find(c.text)
		step := ""
		switch {
		case ref.blank:
			step = "blank"
		case ref.input:
			step = "input"
		case ref.step != nil:
			step = ref.step.ID
		}
		if !ok || ref.text != c.found || step != c.step || strings.Join(ref.path, "/") != c.path {
			t.Errorf("find(%q) is %q, step %q, path %q, %v", c.text, ref.text, step, ref.path, ok)
		}
	}
}

func TestNoReferences(t *testing.T) {
	r := referrerFor(t)
	for _, text := range []string{
		"", " ", "<", ">", "<>", "< >", "$", "$$", "{", "{}", "{{}}", "{{", "[", "[]", "#", "%{", "${}", "${", ".", "..", "$.", "$s", "$var", "#E", "$E",
		// Markup, addresses, code.
		"<b>bold</b>", "<b>", "<DIV>", "<br/>", "<br />", "<a href=\"x\">", "<s1>text</s1>", "<s1>a</s1> and <s1>b</s1>", "<!-- s1 -->", "<?xml version=\"1.0\"?>",
		"<https://example.com/a>", "<ada@example.com>", "<stdio.h>", "<T>", "<lambda>", "<mask>", "<|endoftext|>", "a <= b && c >= d", "1 < 2 > 0",
		"Map<String, List<Int>>", "<@U123>", "<#C123|general>", "<svg>", "echo \"<hello world>\" >> file",
		// Money and numbers.
		"$5.00", "$5", "$20-$30", "it costs $1 or $3", "from $1 to $3", "100$", "US$1", "$1,000", "$1.5 million", "#1", "#E1234", "#E12", "&#E1;", "color: #E1a2b3", "#E9",
		// Shells, templates and schemas of other tools.
		"$PATH", "${PATH}", "${DIR:-/root}", "${env:USER}", "echo $PATH $1 $@", "awk '{print $1}' file", "select * from t where id = $1 and x = $2",
		"Hello {{first_name}}", "Hi {name}, welcome", "/users/{id}/posts", "{{#each items}}", "{{/if}}", "{\"s1\": 1}", "`${count} items`", "${{ github.sha }} is the commit",
		"name: ${{ steps.build.outputs.x }}\nrun: echo", "$.store.book[0]", "$ref", "$match", "{$set: 1}", "\\$s1", "%d%%", "%{", "100%", "%s {}",
		// Words.
		"step 1 is done", "see the output of the meeting", "output of 5 MW", "the result of the vote", "response from Ada", "resume from step 3", "todo random", "TODO",
		"your name", "yours", "your_file.txt", "youryour-id", "PLACE", "placeholder", "s1", "s1.txt", "s1.outputs-of-the-year", "report.output", "results.csv", "outputs.s1x",
		"previous_study_log.txt", "call API", "[1]", "[x]", "[link](url)", "[Your Name](https://example.com)", "[WIP] fix", "[a-z]+", "[[note]]", "[your]", "- [ ] task", "[Your Name]: x",
		"last", "<last>.", "$last.x", "the answer is 42",
	} {
		if ref, ok := r.find(text); ok && suspicious(text) {
			t.Errorf("find(%q) is %q", text, ref.text)
		}
	}
}

func TestBindHint(t *testing.T) {
	const plan = `goal: x
steps:
  - {id: "1", tool: search_flights, arguments: {origin: LHR, destination: JFK}}
  - id: s2
    tool: notify
    arguments: {text: "${1.a b}", to: "see {{1.x}}", tags: ["$1"], deep: {"a/b": "<1>"}}
`
	want := []string{
		`write bind: {text: {step: "1", pointer: "/a b"}} instead, and add "1" to depends_on`,
		`a bind fills a whole value, never a part of a text: let a step make the text and bind that, as in bind: {to: {step: "1", pointer: /x}}, and add "1" to depends_on`,
		`a bind fills a member of a map, not an element of a list: bind tags as a whole, and add "1" to depends_on`,
		`write bind: {/deep/a~1b: {step: "1"}} instead, and add "1" to depends_on`,
	}
	for _, f := range deploymentFor(t, "").check(t, "plan.yaml", plan) {
		if f.Rule != "unresolved-placeholder" {
			continue
		}
		if len(want) == 0 {
			t.Fatalf("one more: %s", f.Message)
		}
		if f.Hint != want[0] {
			t.Errorf("the hint is\n%s\nnot\n%s", f.Hint, want[0])
		}
		want = want[1:]
	}
	if len(want) > 0 {
		t.Errorf("%d hints are missing", len(want))
	}
}

func FuzzFind(f *testing.F) {
	for _, s := range []string{"<s1>", "${s1.x}", "{{a}}", "$var1.a b$", "#E1", "API_call_0 response", "[Your Name]", "min($1, $3)", "output of s1"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		r := referrerFor(t)
		suspicious(text)
		if ref, ok := r.find(text); ok && (ref.text == "" || !strings.Contains(text, ref.text)) {
			t.Errorf("found %q in %q", ref.text, text)
		}
	})
}

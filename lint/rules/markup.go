package rules

import "strings"

// element reports whether a name within angle brackets is markup, or stands for itself: an element of HTML or SVG, a
// token of a language model, a name that programs print.
func element(name string) bool {
	_, ok := elements[strings.ToLower(name)]
	return ok
}

var elements = nameSet(`
	a abbr acronym address applet area article aside audio b base basefont bdi bdo big blink blockquote body br button canvas caption center
	circle cite clippath code col colgroup data datalist dd defs del details dfn dialog dir div dl dt ellipse em embed fieldset figcaption
	figure filter font footer foreignobject form frame frameset g h1 h2 h3 h4 h5 h6 head header hgroup hr html i iframe image img input ins
	kbd label legend li line lineargradient link main map mark marker marquee mask math menu meta meter nav noframes noscript object ol
	optgroup option output p param path pattern picture polygon polyline pre progress q radialgradient rect rp rt ruby s samp script search
	section select slot small source span stop strike strong style sub summary sup svg symbol table tbody td template text textarea tfoot th
	thead time title tr track tspan tt u ul use var video view wbr xml
	bos cls eos pad sep unk think tool_call
	anonymous lambda module nil none null stderr stdin stdout string`)

func nameSet(names string) map[string]struct{} {
	set := map[string]struct{}{}
	for _, n := range strings.Fields(names) {
		set[n] = struct{}{}
	}
	return set
}

package report

import "github.com/planlint/planlint/contracts/tree"

// xmlHeader opens every XML document.
const xmlHeader = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"

// appendXML appends a text as XML 1.0, for an attribute or between tags. What tree.Visible leaves are printable
// characters and spaces, all of which XML allows, while an XML encoder would lose the others.
func appendXML(b []byte, s string) []byte { return appendMarkup(b, tree.Visible(s)) }

// appendMarkup appends a text of visible characters and line breaks with what is markup escaped.
func appendMarkup(b []byte, s string) []byte {
	done := 0
	for i := 0; i < len(s); i++ {
		entity := ""
		switch s[i] {
		case '<':
			entity = "&lt;"
		case '>':
			entity = "&gt;"
		case '&':
			entity = "&amp;"
		case '"':
			entity = "&quot;"
		case '\'':
			entity = "&#39;"
		default:
			continue
		}
		b = append(append(b, s[done:i]...), entity...)
		done = i + 1
	}
	return append(b, s[done:]...)
}

// appendAttribute appends a space, the attribute's name and its value.
func appendAttribute(b []byte, key, value string) []byte {
	b = append(append(append(b, ' '), key...), "=\""...)
	return append(appendXML(b, value), '"')
}

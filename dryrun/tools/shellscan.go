package tools

import "strings"

// plain reads on outside quotes.
func (s *shellScanner) plain() {
	switch c := s.text[s.at]; c {
	case ' ', '\t', '\r':
		s.word()
		s.at++
	case '\n':
		s.end()
		s.at++
		s.hereDocuments()
	case ';', '&', '|':
		s.end()
		s.at++
	case '(':
		s.end()
		s.open('(')
		s.at++
	case ')':
		s.end()
		s.at++
		if s.top() == '(' {
			s.shut()
		}
		s.now.whole = false // of what follows at once
	case '<', '>':
		s.redirection(c)
	case '\'':
		if n := len(s.inner); s.top() == '{' && n > 1 && s.inner[n-2] == '"' { // "${NAME:-it's}"
			s.add("'")
			s.at++
			return
		}
		s.part = len(s.buf)
		text, _, _ := strings.Cut(s.text[s.at+1:], "'")
		s.add(text)
		s.at += min(len(text)+2, len(s.text)-s.at)
		s.quotedPart()
	case '"':
		s.begun, s.part = true, len(s.buf)
		s.open('"')
		s.at++
	case '\\':
		if s.next(1) != '\n' && s.at+1 < len(s.text) {
			s.add(s.text[s.at+1 : min(s.at+2, len(s.text))])
		}
		s.at = min(s.at+2, len(s.text))
	case '$':
		s.dollar()
	case '`':
		s.backquotes()
	case '#':
		if !s.begun && s.top() != '{' {
			line, _, _ := strings.Cut(s.text[s.at:], "\n")
			s.at += len(line)
			return
		}
		s.add("#")
		s.at++
	case '}':
		s.at++
		if s.top() != '{' {
			s.add("}")
			return
		}
		s.word()
		s.shut()
		s.now.whole, s.part = false, 0
	default:
		s.add(s.text[s.at : s.at+1])
		s.at++
	}
}

// quoted reads on within double quotes.
func (s *shellScanner) quoted() {
	switch c := s.text[s.at]; c {
	case '"':
		s.shut()
		s.at++
		s.begun = true
		s.quotedPart()
	case '\\':
		switch n := s.next(1); n {
		case '\n':
			s.at += 2
		case '$', '`', '"', '\\':
			s.add(string(n))
			s.at += 2
		default:
			s.add(`\`)
			s.at++
		}
	case '$':
		s.dollar()
	case '`':
		s.backquotes()
	default:
		s.add(s.text[s.at : s.at+1])
		s.at++
	}
}

// redirection reads < or >, and what belongs to it.
func (s *shellScanner) redirection(c byte) {
	s.word()
	s.written, s.fed, s.ending = false, false, false
	rest := s.text[s.at:]
	switch {
	case strings.HasPrefix(rest, "<<<"):
		s.at += 3
		s.fed = true
	case strings.HasPrefix(rest, "<<"):
		s.at += 2
		s.ending, s.tabs = true, s.next(0) == '-'
		if s.tabs {
			s.at++
		}
	case c == '<':
		s.at++
		s.fed = true
		if n := s.next(0); n == '&' || n == '>' {
			s.at++
		}
	default:
		s.at++
		s.written = true
		if n := s.next(0); n == '>' || n == '&' || n == '|' {
			s.at++
		}
	}
}

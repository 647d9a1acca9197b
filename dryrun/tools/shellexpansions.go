package tools

import "strings"

// dollar reads an expansion, in quotes or outside.
func (s *shellScanner) dollar() {
	switch n := s.next(1); {
	case n == '(':
		s.now.whole = false
		s.end()
		s.open('(')
		s.at += 2
	case n == '{':
		s.brace()
	case n == '\'' && s.top() != '"': // no POSIX, but what bash knows as /bin/sh too
		s.at++
		end := s.at + 1
		for end < len(s.text) && s.text[end] != '\'' {
			if s.text[end] == '\\' {
				end++
			}
			end++
		}
		end = min(end, len(s.text))
		s.part = len(s.buf)
		s.unknown(s.text[s.at+1 : end])
		s.quotedPart()
		s.at = min(end+1, len(s.text))
	case n == '"' && s.top() != '"':
		s.at++
	default:
		name := s.at + 1
		for name < len(s.text) && nameByte(s.text[name]) {
			name++
		}
		if name == s.at+1 && n != 0 && strings.IndexByte("@*#?-$!", n) >= 0 {
			name++
		}
		s.variable(s.text[s.at+1:name], s.text[s.at:name])
		s.at = name
	}
}

// variable appends the value of a variable. That of PWD is where the command is.
func (s *shellScanner) variable(name, text string) {
	switch {
	case name == "PWD" && len(s.buf) == 0 && s.now.whole:
		s.add(".")
	case name == "":
		s.add(text)
	default:
		s.unknown(text)
	}
}

// brace reads ${NAME, and what may stand between that and a word.
func (s *shellScanner) brace() {
	name := s.at + 2
	for name < len(s.text) && nameByte(s.text[name]) {
		name++
	}
	if name < len(s.text) && s.text[name] == '}' {
		s.variable(s.text[s.at+2:name], s.text[s.at:name+1])
		s.at = name + 1
		return
	}
	for name < len(s.text) && strings.IndexByte("@*#?-$!:=+%/,^", s.text[name]) >= 0 {
		name++
	}
	s.now.whole = false
	s.word()
	s.open('{')
	s.at = name
}

func nameByte(c byte) bool {
	return c == '_' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9'
}

// backquotes reads a command in backquotes, which is a shell text once its backslashes are gone.
func (s *shellScanner) backquotes() {
	s.now.whole = false
	s.word()
	var b strings.Builder
	for s.at++; s.at < len(s.text) && s.text[s.at] != '`'; s.at++ {
		if n := s.next(1); s.text[s.at] == '\\' && (n == '`' || n == '\\' || n == '$') {
			s.at++
		}
		b.WriteByte(s.text[s.at])
	}
	s.at = min(s.at+1, len(s.text))
	s.words = append(s.words, shellWord{script: true, text: b.String()})
	s.now.whole = false
}

// hereDocuments reads those that begin with this line: each may be a shell text.
func (s *shellScanner) hereDocuments() {
	for _, h := range s.here {
		from := s.at
		for s.at < len(s.text) {
			line, _, _ := strings.Cut(s.text[s.at:], "\n")
			to := s.at
			s.at = min(s.at+len(line)+1, len(s.text))
			if h.tabs {
				line = strings.TrimLeft(line, "\t")
			}
			if line == h.end {
				s.words = append(s.words, shellWord{script: true, text: s.text[from:to]})
				from = -1
				break
			}
		}
		if from >= 0 && from < len(s.text) {
			s.words = append(s.words, shellWord{script: true, text: s.text[from:]})
		}
	}
	s.here = nil
}

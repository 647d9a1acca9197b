package tools

// shellWord is a word of a shell text, or the end of a command.
type shellWord struct {
	end bool // no word: an operator or a newline, behind which another command may stand
	// text is the word without its quotes. An expansion in it stands as it is written, and whole is then false.
	text    string
	whole   bool     // the shell makes exactly text of it
	parts   []string // what stood in quotes, where that is not the whole word
	written bool     // it is where output goes (> FILE): what is there before counts for nothing
	fed     bool     // it is where input comes from (< FILE), and no word of the command
	script  bool     // no word: a shell text of its own, which stood in backquotes or in a here-document
}

// shellWords takes a shell text apart as POSIX says: at blanks and operators, with quotes, backslashes, comments and
// here-documents. What stands in a substitution, $(…) or ${NAME:-…}, is taken apart like all else. It knows no grammar
// beyond that, so that every text can be taken apart: one that a shell refuses just gives words that mean nothing.
func shellWords(text string) []shellWord {
	s := shellScanner{text: text}
	s.reset()
	for s.at < len(text) {
		if s.top() == '"' {
			s.quoted()
		} else {
			s.plain()
		}
	}
	s.word()
	return s.words
}

// shellScanner takes a shell text apart.
type shellScanner struct {
	text  string
	at    int
	words []shellWord
	inner []byte // what is open, the innermost last: " for quotes, ( for a subshell or a substitution, { for ${

	now     shellWord // the word in the making
	buf     []byte    // its text
	begun   bool      // it is there, though it may be empty
	part    int       // where in buf the quotes were opened
	written bool      // the next word is where output goes
	fed     bool      // the next word is where input comes from
	ending  bool      // the next word ends a here-document
	tabs    bool      // of that, tabs before its lines do not count
	here    []hereDocument
}

// hereDocument is one that begins with the next line.
type hereDocument struct {
	end  string
	tabs bool // those before a line do not count
}

func (s *shellScanner) top() byte {
	if len(s.inner) == 0 {
		return 0
	}
	return s.inner[len(s.inner)-1]
}

func (s *shellScanner) open(c byte) { s.inner = append(s.inner, c) }
func (s *shellScanner) shut()       { s.inner = s.inner[:len(s.inner)-1] }

// next is the byte that stands n behind; 0 where there is none.
func (s *shellScanner) next(n int) byte {
	if s.at+n < len(s.text) {
		return s.text[s.at+n]
	}
	return 0
}

func (s *shellScanner) reset() {
	s.now, s.buf, s.begun, s.part = shellWord{whole: true}, s.buf[:0], false, 0
}

// add appends to the word.
func (s *shellScanner) add(text string) { s.buf, s.begun = append(s.buf, text...), true }

// unknown appends an expansion: what comes of it can't be told.
func (s *shellScanner) unknown(text string) {
	s.add(text)
	s.now.whole = false
}

// word ends the word, if there is one.
func (s *shellScanner) word() {
	if s.begun {
		s.now.text, s.now.written, s.now.fed = string(s.buf), s.written, s.fed
		switch {
		case s.ending:
			s.here = append(s.here, hereDocument{s.now.text, s.tabs})
		case s.now.text != "" || s.now.whole: // else it is what stands around an expansion
			s.words = append(s.words, s.now)
		}
		s.written, s.fed, s.ending = false, false, false
	}
	s.reset()
}

// end ends the command.
func (s *shellScanner) end() {
	s.word()
	s.written, s.fed, s.ending = false, false, false
	s.words = append(s.words, shellWord{end: true})
}

// quotedPart keeps what stood in quotes that end here.
func (s *shellScanner) quotedPart() {
	if part := string(s.buf[min(s.part, len(s.buf)):]); part != "" {
		s.now.parts = append(s.now.parts, part)
	}
}

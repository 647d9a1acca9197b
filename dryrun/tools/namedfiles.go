package tools

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// What is followed, so that no text takes long: it is no limit of what people write.
const (
	maxScripts = 8  // shell texts, one within the other
	maxFolders = 16 // in which a name is looked for
)

// namer gathers the names of files in a command line. It does not know what a program makes of its arguments: a name
// too many is that of no file, as a rule, and one that names a file by chance makes the digest stricter.
type namer struct {
	command *Command
	names   map[string]bool // relative to the command's Dir, or absolute
	// folders are where the command may be by now, relative to Dir; "" is Dir itself, which remains: whether a command
	// that changes the folder is carried out can't be told.
	folders []string
	// In texts for other shells, or for no shell at all, words end elsewhere: loose is what they may be there, and counts
	// but for what is written.
	loose   []string
	written map[string]bool
}

// fileNames are the names that a command line, or a shell text, may mean files by, sorted.
func (c *Command) fileNames() []string {
	n := &namer{command: c, names: map[string]bool{}, folders: []string{""}, written: map[string]bool{}}
	if c.Shell != "" {
		n.script(c.Shell, 0)
	} else {
		var moves mover
		for _, arg := range c.Argv[1:] {
			n.word(arg, 0)
			moves.word(n, arg)
		}
	}
	for _, piece := range n.loose {
		if !n.written[piece] {
			n.put("", piece)
		}
	}
	names := make([]string, 0, len(n.names))
	for name := range n.names {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// script takes a shell text. within is how many others it stands in.
func (n *namer) script(text string, within int) {
	moves := mover{command: true}
	n.loose = append(n.loose, pieces(text)...)
	for _, w := range shellWords(text) {
		switch {
		case w.end:
			moves = mover{command: true}
			continue
		case w.written:
			n.written[w.text] = true
			continue
		case w.script:
			if within < maxScripts {
				n.script(w.text, within+1)
			}
			continue
		}
		if w.whole {
			n.word(w.text, within)
			moves.word(n, w.text)
		} else {
			n.inside(w.text, within)
			moves = mover{}
		}
		for _, part := range w.parts {
			n.name(part)
		}
	}
}

// word takes a word as a program gets it: it may be a name, an option with one, or a text with several.
func (n *namer) word(text string, within int) {
	n.name(text)
	if _, value, ok := strings.Cut(text, "="); ok {
		n.name(value)
	}
	if len(text) > 2 && text[0] == '-' && text[1] != '-' { // -fFILE
		n.name(text[2:])
	}
	n.inside(text, within)
}

// inside takes a word as a shell text of its own, such as sh -c gets.
func (n *namer) inside(text string, within int) {
	if within < maxScripts && strings.ContainsAny(text, " \t\r\n;|&()<>{}\"'`$\\") {
		n.script(text, within+1)
	}
}

// name takes a name, in every folder that it may be meant in. Some programs read @FILE as the file.
func (n *namer) name(text string) {
	for _, folder := range n.folders {
		n.put(folder, text)
		if at, ok := strings.CutPrefix(text, "@"); ok {
			n.put(folder, at)
		}
	}
}

func (n *namer) put(folder, name string) {
	if name == "" || strings.ContainsRune(name, 0) {
		return
	}
	if folder != "" && !filepath.IsAbs(name) {
		name = folder + string(filepath.Separator) + name
	}
	n.names[name] = true
}

// enter takes the name of a folder into which a command goes from where it may be. What is no folder leaves it there.
func (n *namer) enter(name string) {
	if name == "" || strings.ContainsRune(name, 0) {
		return
	}
	for _, from := range n.folders {
		to := name
		if !filepath.IsAbs(name) {
			to = filepath.Join(from, name) // cd takes .. by the text as well
		}
		if to == "." || len(n.folders) == maxFolders || slices.Contains(n.folders, to) {
			continue
		}
		if info, err := os.Stat(n.command.below(to)); err == nil && info.IsDir() {
			n.folders = append(n.folders, to)
		}
	}
}

// mover looks for words that change the folder: cd DIR, and the options -C DIR and --chdir=DIR.
type mover struct {
	command bool // the next word is a command's name
	waits   bool // the next word that is no option is the folder
}

func (m *mover) word(n *namer, text string) {
	command := m.command
	m.command = command && strings.Contains(text, "=") // an assignment before it
	chdir, isChdir := strings.CutPrefix(text, "--chdir=")
	switch {
	case m.waits && text == "--", m.waits && len(text) > 1 && text[0] == '-':
	case m.waits:
		m.waits = false
		n.enter(text)
	case command && (text == "cd" || text == "pushd" || text == "chdir"), text == "-C", text == "--chdir":
		m.waits = true
	case isChdir:
		n.enter(chdir)
	case len(text) > 2 && strings.HasPrefix(text, "-C"):
		n.enter(text[2:])
	case command && slices.Contains([]string{"{", "!", "then", "do", "else", "elif", "if", "while", "until", "command", "builtin", "exec"}, text):
		m.command = true
	}
}

// pieces cuts a text at whatever stands around names in most languages.
func pieces(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(" \t\r\n;|&()<>{}\"'`$=", r) })
}

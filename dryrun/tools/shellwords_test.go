package tools

import (
	"strings"
	"testing"

	"github.com/planlint/planlint/contracts/tree"
)

// shown is what was made of a text: words between bars, ? before one that an expansion makes, > before one that is
// written to, ; for the end of a command, and ! for a text of its own.
func shown(words []shellWord) string {
	var b strings.Builder
	for _, w := range words {
		switch {
		case w.end:
			b.WriteByte(';')
			continue
		case w.script:
			b.WriteByte('!')
		case !w.whole:
			b.WriteByte('?')
		}
		if w.written {
			b.WriteByte('>')
		}
		b.WriteString("|" + w.text + "|")
	}
	return b.String()
}

func TestShellWords(t *testing.T) {
	for text, want := range map[string]string{
		"":                                      "",
		" \t\n":                                 ";",
		"a  b\tc":                               "|a||b||c|",
		`"a b" 'c d' e\ f`:                      "|a b||c d||e f|",
		`a"b"'c'\d`:                             "|abcd|",
		`"" ''`:                                 "||||",
		`"a\"b\\c\d\$e"`:                        `|a"b\c\d$e|`,
		"a\\\nb \"c\\\nd\"":                     "|ab||cd|",
		"'a\nb'":                                "|a\nb|",
		"a;b&c|d&&e||f":                         "|a|;|b|;|c|;|d|;;|e|;;|f|",
		"(a b) c":                               ";|a||b|;|c|",
		"a\nb":                                  "|a|;|b|",
		"a # b 'c\nd#e":                         "|a|;|d#e|",
		"<a >b>>c>|d <>e 2>&1 >&-":              "|a|>|b|>|c|>|d||e||2|>|1|>|-|",
		"X=a cmd":                               "|X=a||cmd|",
		"$X ${X} $1$?$$ a$":                     "?|$X|?|${X}|?|$1$?$$||a$|",
		`"$X" '$X' \$X`:                         "?|$X||$X||$X|",
		"$PWD/a \"${PWD}/b\" c$PWD":             "|./a||./b|?|c$PWD|",
		"x=$(a 'b c')/d e":                      "?|x=|;|a||b c|;?|/d||e|",
		`"$(dirname "$0" x)/a b" c`:             `;|dirname|?|$0||x|;?|/a b||c|`,
		`"a$(b")")c" d`:                         `?|a|;|b)|;?|c||d|`,
		"a`b \\`c\\` d`e f":                     "?|a|!|b `c` d|?|e||f|",
		`"a` + "`b \"c\"`" + `d" e`:             `?|a|!|b "c"|?|d||e|`,
		"${X:-./a b}/c d":                       "|./a||b|?|/c||d|",
		`"${X:-it's}" b`:                        "|it's||b|",
		"${#X} $((1 + 2)) }":                    "|X|;;|1||+||2|;;|}|", // sums are no words, which does no harm
		"$'a b' $\"c d\"":                       "?|a b||c d|",
		"cat <<E x\na 'b\nE\nc":                 "|cat||x|;!|a 'b\n||c|",
		"cat <<'E F' <<-G\n1\nE F\n\t2\n\tG\nd": "|cat|;!|1\n|!|\t2\n||d|",
		"cat <<E\na":                            "|cat|;!|a|",
		"cat <<<a b":                            "|cat||a||b|",
		"case x in a) b;; esac":                 "|case||x||in||a|;|b|;;|esac|",
		`a 'b`:                                  "|a||b|",
		`a "b`:                                  "|a||b|",
		`a \`:                                   "|a|",
		"a $(b":                                 "|a|;|b|",
		"a ${b":                                 "|a|",
		"a `b":                                  "|a|!|b|",
	} {
		if got := shown(shellWords(text)); got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}

// What is quoted for a shell is read as it was before.
func FuzzShellWords(f *testing.F) {
	for _, s := range []string{"", "a", "it's", `"$(x)"`, "a b\nc", "`", `\`, "$'", "#", "<<E\n", "${", "}) ;"} {
		f.Add(s, s)
	}
	f.Fuzz(func(t *testing.T, a, b string) {
		shellWords(a)
		if tree.Visible(a) != a || tree.Visible(b) != b {
			return // such a text is written with escapes
		}
		words := shellWords(word(a, false) + " " + word(b, false))
		if len(words) != 2 || words[0].text != a || words[1].text != b || !words[0].whole || !words[1].whole {
			t.Errorf("%q and %q are read as %s", a, b, shown(words))
		}
	})
}

package report

// Inline appends a text of a document to a line of Markdown, where it is text and nothing else: no markup, no HTML, no
// cell of a table, no mention and no reference. What could hide is written as an escape.
func Inline(b []byte, s string) []byte { return appendInline(b, s) }

// JSON returns a JSON document in which nothing is hidden: what shows nothing, or changes how other text is shown, is
// written as an escape, which means the same.
func JSON(document []byte) []byte { return appendRaw(make([]byte, 0, len(document)), document) }

// MaxComment is how many bytes of Markdown a comment on a pull request should have at most: GitHub refuses longer ones as
// a whole.
const MaxComment = maxComment

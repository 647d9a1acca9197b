// Package report writes findings down, one file a format.
//
// Every format keeps these promises:
//   - the same findings give the same bytes;
//   - what is written is one valid document, also when there are no files at all;
//   - text that comes from a document cannot hide, reorder or erase anything: people's formats show it through
//     tree.Visible, machines' formats escape it in their own way;
//   - a write error is returned by File or Close, and nothing is written after it.
//
// Lines and columns count from 1, columns in code points; ends are exclusive. Only rdjson, whose readers want it so,
// counts columns in bytes. That a check could not be done is said within the document wherever its format has a place
// for that; text and concise leave it to standard error.
//
// The package judges nothing, sorts nothing and reads no file. It must not import lint/rules or lint/syntax.
package report

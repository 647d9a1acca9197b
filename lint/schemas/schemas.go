// Package schemas holds the JSON Schemas of planlint's own formats, for editors and for programs that read reports.
package schemas

import (
	"embed"
	"slices"
)

// Names are the formats that have a schema, in the order of the documentation.
var Names = []string{"plan", "contracts", "config", "findings", "events"}

//go:embed *.json
var files embed.FS

// Get is the schema of a format, as indented JSON; ok is false for a name that is none.
func Get(name string) (text string, ok bool) {
	if !slices.Contains(Names, name) {
		return "", false
	}
	data, err := files.ReadFile(name + ".json")
	if err != nil {
		panic("planlint: internal error: " + err.Error())
	}
	return string(data), true
}

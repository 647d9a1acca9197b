// Package syntax turns bytes into trees: YAML and JSON, with exact spans for every key and value, and with every
// fault found on the way as a Problem that has a place.
//
// JSON has a reader of its own (json.go). YAML has one for what people and planners write (yaml*.go); what it does
// not know goes to yaml.v3, whose only door is yamlv3.go. All of them fill a tree.Tree. Reading never stops at the
// first fault: after a syntax fault it goes on where the text makes sense again and stays quiet about what only
// follows from that fault.
//
// The package reads no files and knows no plan.
package syntax

//go:build !unix

package cmd_test

// leaveTerminal has nothing to do where stories with a terminal are not played.
func leaveTerminal() {}

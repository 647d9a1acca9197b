//go:build unix && !linux

package tools

// newInput writes the arguments to a file without a name.
func newInput(data []byte) (*input, error) { return namelessInput(data) }

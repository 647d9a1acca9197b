package tools

// newInput writes the arguments to a file that is removed when the call is over: Windows does not remove one that is
// open.
func newInput(data []byte) (*input, error) { return tempInput(data) }

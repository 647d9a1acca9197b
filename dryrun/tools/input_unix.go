//go:build unix

package tools

import "os"

// namelessInput writes the arguments to a file that is removed before anybody reads it: it is gone with the last process
// that has it open.
func namelessInput(data []byte) (*input, error) {
	in, err := tempInput(data)
	if err != nil {
		return nil, err
	}
	if err := os.Remove(in.path); err != nil {
		in.remove()
		return nil, err
	}
	in.path = ""
	return in, nil
}

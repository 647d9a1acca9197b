//go:build !unix && !windows

package cmd

import "errors"

// OpenTerminal knows no terminal on this system.
func OpenTerminal() (Terminal, error) { return nil, errors.ErrUnsupported }

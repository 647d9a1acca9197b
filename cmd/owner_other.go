//go:build !linux

package cmd

import (
	"fmt"
	"os"
)

// owner names this process, for people.
func owner() string {
	host, err := os.Hostname()
	if err != nil {
		host = "?"
	}
	return fmt.Sprintf("%s %d", host, os.Getpid())
}

// gone reports whether an owner certainly lives no more, which can't be told here: its lease runs out.
func gone(string) bool { return false }

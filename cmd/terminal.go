package cmd

import "io"

// Terminal is the device that a person sits at, whatever the process's streams are: what is piped into the process
// can't answer for the person. Lines are typed and edited as anywhere else, since its mode is left alone.
type Terminal interface {
	io.Reader
	io.Writer
	Close() error

	// Size is the size of now in columns and rows; 0 is unknown.
	Size() (width, height int)

	// Discard forgets what was typed and not yet read.
	Discard() error
}

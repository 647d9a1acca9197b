package tools

import "os"

// input is the file that a tool reads its arguments from: whole, at its start, and not to be written.
type input struct {
	file *os.File
	path string // to be removed when the call is over; "" where the file has no name any more
}

// remove closes the file and does away with it. A process that has it open keeps it.
func (i *input) remove() {
	i.file.Close()
	if i.path != "" {
		os.Remove(i.path)
	}
}

// tempInput writes a file that only its owner may read, and opens it for reading.
func tempInput(data []byte) (in *input, err error) {
	f, err := os.CreateTemp("", "planlint-arguments-*")
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			os.Remove(f.Name())
		}
	}()
	_, err = f.Write(data)
	if closed := f.Close(); err == nil {
		err = closed
	}
	if err != nil {
		return nil, err
	}
	r, err := os.Open(f.Name())
	if err != nil {
		return nil, err
	}
	return &input{file: r, path: f.Name()}, nil
}

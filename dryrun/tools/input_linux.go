package tools

import (
	"os"
	"strconv"

	"golang.org/x/sys/unix"
)

// newInput writes the arguments to memory that looks like a file, sealed so that nobody can change it any more, or to a
// file without a name where there is no such memory.
func newInput(data []byte) (*input, error) {
	if f, err := memory(data); err == nil {
		return &input{file: f}, nil
	}
	return namelessInput(data)
}

func memory(data []byte) (*os.File, error) {
	const flags = unix.MFD_CLOEXEC | unix.MFD_ALLOW_SEALING
	fd, err := unix.MemfdCreate("planlint-arguments", flags|unix.MFD_NOEXEC_SEAL)
	if err != nil { // Linux before 6.3 does not know the flag
		if fd, err = unix.MemfdCreate("planlint-arguments", flags); err != nil {
			return nil, err
		}
	}
	w := os.NewFile(uintptr(fd), "arguments")
	defer w.Close()
	if _, err := w.Write(data); err != nil {
		return nil, err
	}
	if _, err := unix.FcntlInt(uintptr(fd), unix.F_ADD_SEALS, unix.F_SEAL_SEAL|unix.F_SEAL_SHRINK|unix.F_SEAL_GROW|unix.F_SEAL_WRITE); err != nil {
		return nil, err
	}
	return os.Open("/proc/self/fd/" + strconv.Itoa(fd)) // a second opening, for reading and with an offset of its own
}

package tools

import (
	"bytes"
	"encoding/hex"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// formats is where Linux lists the kinds of files that it was told how to start.
const formats = "/proc/sys/fs/binfmt_misc"

// registered reports whether the system was told how to start such a file. What can't be read is left to the start.
func registered(head []byte, path string) bool {
	entries, err := os.ReadDir(formats)
	if err != nil {
		return false
	}
	for _, e := range entries {
		if e.Name() == "register" || e.Name() == "status" {
			continue
		}
		text, err := os.ReadFile(filepath.Join(formats, e.Name()))
		if err != nil || fits(string(text), head, path) {
			return true
		}
	}
	return false
}

// fits reports whether a file is of a kind that is registered: by an extension, or by bytes at an offset, of which a mask
// says what counts.
func fits(entry string, head []byte, path string) bool {
	lines := strings.Split(strings.TrimSpace(entry), "\n")
	if lines[0] != "enabled" {
		return false
	}
	var magic, mask []byte
	offset := 0
	for _, line := range lines[1:] {
		key, value, _ := strings.Cut(line, " ")
		switch key {
		case "extension":
			return strings.HasSuffix(path, value) // written with its dot
		case "offset":
			offset, _ = strconv.Atoi(value)
		case "magic":
			magic, _ = hex.DecodeString(value)
		case "mask":
			mask, _ = hex.DecodeString(value)
		}
	}
	if len(magic) == 0 || offset < 0 || len(head) < offset+len(magic) {
		return false
	}
	at := bytes.Clone(head[offset : offset+len(magic)])
	for i := range mask {
		if i < len(at) {
			at[i] &= mask[i]
			magic[i] &= mask[i]
		}
	}
	return bytes.Equal(at, magic)
}

package tools

import (
	"bytes"
	"os"
	"path/filepath"
	"strconv"
)

// onlyZombies reports whether all processes of a group have ended and merely wait for somebody to collect them, which
// the first process of a container often never does. It looks at every process of the machine.
func (g group) onlyZombies() bool {
	stats, _ := filepath.Glob("/proc/[0-9]*/stat")
	seen := false
	for _, path := range stats {
		data, err := os.ReadFile(path)
		if err != nil {
			continue
		}
		// 4711 (name, which may hold anything) state parent group … ; the 18th of these is the number of threads. The state
		// is that of the first thread alone, behind which others may still be ending.
		fields := bytes.Fields(data[bytes.LastIndexByte(data, ')')+1:])
		if len(fields) < 18 || string(fields[2]) != strconv.Itoa(int(g)) {
			continue
		}
		ended := string(fields[0]) == "Z" || string(fields[0]) == "X"
		if threads, err := strconv.Atoi(string(fields[17])); !ended || err != nil || threads > 1 {
			return false
		}
		seen = true
	}
	return seen
}

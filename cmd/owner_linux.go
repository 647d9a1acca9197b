package cmd

import (
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"syscall"
)

// owner names this process so that another one of the same machine can tell whether it still lives: host and number, for
// people, and the boot of the kernel, the namespace of the number, and when the process began, since numbers come again.
func owner() string {
	host, err := os.Hostname()
	if err != nil || len(strings.Fields(host)) != 1 {
		host = "-"
	}
	return fmt.Sprintf("%s %d %s %s %s", host, os.Getpid(), bootID(), pidNamespace(), began(os.Getpid()))
}

// gone reports whether an owner certainly lives no more. Of another machine's, or another namespace's, nobody can tell.
func gone(owner string) bool {
	parts := strings.Fields(owner)
	if len(parts) != 5 || parts[2] == "-" || parts[2] != bootID() || parts[3] == "-" || parts[3] != pidNamespace() {
		return false
	}
	pid, err := strconv.Atoi(parts[1])
	if err != nil || pid <= 0 {
		return false
	}
	if errors.Is(syscall.Kill(pid, 0), syscall.ESRCH) {
		return true
	}
	now := began(pid)
	return now != "-" && parts[4] != "-" && now != parts[4]
}

func bootID() string {
	b, err := os.ReadFile("/proc/sys/kernel/random/boot_id")
	if err != nil {
		return "-"
	}
	return strings.TrimSpace(string(b))
}

func pidNamespace() string {
	s, err := os.Readlink("/proc/self/ns/pid")
	if err != nil {
		return "-"
	}
	return s
}

// began is when a process began, in ticks since the kernel did; "-" where that can't be told. A process that has ended
// and was not waited for yet counts as gone.
func began(pid int) string {
	b, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return "-"
	}
	text := string(b)
	i := strings.LastIndexByte(text, ')') // the name before may hold anything
	if i < 0 {
		return "-"
	}
	fields := strings.Fields(text[i+1:])
	if len(fields) < 20 {
		return "-"
	}
	if fields[0] == "Z" || fields[0] == "X" {
		return "ended"
	}
	return fields[19]
}

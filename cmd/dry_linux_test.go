package cmd_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// A rehearsal asks the kernel for nothing that could start a process, open a connection or change a file. What it may
// ask for is listed; whatever is not is a fault.
func TestDryCalls(t *testing.T) {
	needStrace(t)
	binary := filepath.Join(t.TempDir(), "planlint")
	if out, err := exec.Command("go", "build", "-o", binary, "..").CombinedOutput(); err != nil {
		t.Fatalf("building planlint: %v\n%s", err, out)
	}
	all := rehearsals(t)
	for _, r := range all {
		for _, line := range r.lines {
			t.Run(r.name+" "+strings.Join(line, " "), func(t *testing.T) {
				calls := trace(t, r.dir, append([]string{binary, "run", "--dry"}, line...)...)
				for i, call := range calls {
					if why := forbidden(call, i == 0); why != "" {
						t.Errorf("%s: %s", why, call)
					}
				}
				if !slices.ContainsFunc(calls, func(call string) bool { return strings.HasPrefix(call, "exit_group(") }) {
					t.Errorf("its end was not seen among %d calls", len(calls))
				}
			})
		}
	}

	// What a real run does is not all allowed: else the above would show nothing.
	seen := map[string]bool{}
	for i, call := range trace(t, all[1].dir, binary, "run", "ok.yaml") {
		seen[forbidden(call, i == 0)] = true
	}
	for _, why := range []string{"it starts a program", "it makes a process", "it opens a file to write", "it changes a file"} {
		if !seen[why] {
			t.Errorf("a run is not seen to do what a rehearsal must not: %s", why)
		}
	}
}

// needStrace skips a test where calls can't be traced, unless PLANLINT_NEED_STRACE says that they must.
func needStrace(t *testing.T) {
	t.Helper()
	out, err := exec.Command("strace", "-f", "-o", os.DevNull, "true").CombinedOutput()
	switch {
	case err == nil:
	case os.Getenv("PLANLINT_NEED_STRACE") == "yes":
		t.Fatalf("calls can't be traced: %v\n%s", err, out)
	default:
		t.Skipf("calls can't be traced: %v: %s", err, bytes.TrimSpace(out))
	}
}

// pidColumn is what strace -f writes before a call.
var pidColumn = regexp.MustCompile(`^[0-9]+ +`)

// trace runs a program and returns the calls that it and its children made, each a line that begins with its name.
func trace(t *testing.T, dir string, argv ...string) []string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "calls")
	c := exec.Command("strace", append([]string{"-f", "-s", "200", "-o", file}, argv...)...)
	c.Dir = dir
	c.Env = append(os.Environ(), "TERM=dumb")
	c.Stdout, c.Stderr = &bytes.Buffer{}, &bytes.Buffer{}
	c.Run() // how a rehearsal ends is no matter here
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var calls []string
	for _, line := range strings.Split(strings.TrimSpace(string(text)), "\n") {
		call := pidColumn.ReplaceAllString(line, "")
		switch call[0] {
		case '<': // "<... read resumed>": its beginning was seen
		case '-', '+': // a signal; an end
		default:
			calls = append(calls, call)
		}
	}
	return calls
}

// harmless are the calls that change nothing outside the process. Most are the Go runtime's and the loader's, for memory,
// threads, signals and waiting. The umask can only be read by setting it, and is then set to what it was. write is among
// them because no file is open for it but what forbidden lets through.
var harmless = strings.Fields(`
	access arch_prctl brk clock_gettime close dup epoll_create1 epoll_ctl epoll_pwait epoll_wait eventfd2 exit exit_group
	faccessat faccessat2 fadvise64 fcntl fstat futex getcwd getdents64 getegid geteuid getgid getpgid getpid getppid getrandom
	getrlimit gettid gettimeofday getuid lseek lstat madvise membarrier mincore mlock mmap mprotect mremap munmap nanosleep
	newfstatat pipe2 ppoll prctl pread64 prlimit64 read readlink readlinkat restart_syscall riscv_hwprobe rseq rt_sigaction
	rt_sigprocmask rt_sigreturn sched_getaffinity sched_yield set_robust_list set_tid_address setitimer setrlimit sigaltstack
	stat statfs statx sysinfo tgkill timer_create timer_delete timer_settime umask uname write`)

// forbidden says why a call has no place in a rehearsal; "" where it has one. The first call starts planlint itself.
func forbidden(call string, first bool) string {
	name, arguments, _ := strings.Cut(call, "(")
	has := func(words ...string) bool {
		return slices.ContainsFunc(words, func(w string) bool { return strings.Contains(arguments, w) })
	}
	switch name {
	case "execve", "execveat":
		if !first {
			return "it starts a program"
		}
	case "fork", "vfork":
		return "it makes a process"
	case "clone", "clone3":
		if !has("CLONE_THREAD") {
			return "it makes a process"
		}
	case "socket", "socketpair", "connect", "bind", "listen", "accept", "accept4", "sendto", "sendmsg", "recvfrom", "recvmsg":
		return "it opens a connection"
	case "open", "openat", "openat2", "creat":
		switch {
		case name == "creat", has("O_CREAT", "O_TRUNC", "O_TMPFILE"):
			return "it opens a file to write"
		case has("O_WRONLY", "O_RDWR") && !has(`"/dev/null"`, `"/dev/tty"`):
			return "it opens a file to write"
		}
	case "ioctl": // asks whether a stream is a terminal, and how large
		if !has("TCGETS", "TIOCGWINSZ") {
			return "it changes a device"
		}
	case "unlink", "unlinkat", "rename", "renameat", "renameat2", "mkdir", "mkdirat", "rmdir", "link", "linkat", "symlink", "symlinkat",
		"truncate", "ftruncate", "chmod", "fchmod", "fchmodat", "fchmodat2", "chown", "fchown", "fchownat", "lchown", "utimensat", "futimesat",
		"fallocate", "mknod", "mknodat", "setxattr", "fsetxattr", "copy_file_range", "sendfile", "flock", "fsync", "fdatasync":
		return "it changes a file"
	default:
		if !slices.Contains(harmless, name) {
			return "it is not known to be harmless"
		}
	}
	return ""
}

package tools

import (
	"os"
	"syscall"

	"golang.org/x/sys/windows"
)

// group is a process and the job that it and its children are in.
type group struct {
	first *os.Process
	job   windows.Handle // 0 where the process could not be put into one
}

// ownGroup makes a process the first of a new group, which CTRL+C does not reach.
func ownGroup() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{CreationFlags: windows.CREATE_NEW_PROCESS_GROUP}
}

// newGroup puts a process into a job. The job does not end with planlint.
func newGroup(first *os.Process) group {
	g := group{first: first}
	job, err := windows.CreateJobObject(nil, nil)
	if err != nil {
		return g
	}
	process, err := windows.OpenProcess(windows.PROCESS_SET_QUOTA|windows.PROCESS_TERMINATE, false, uint32(first.Pid))
	if err == nil {
		err = windows.AssignProcessToJobObject(job, process)
		windows.CloseHandle(process)
	}
	if err != nil {
		windows.CloseHandle(job)
		return g
	}
	g.job = job
	return g
}

// interrupt asks the processes to end.
func (g group) interrupt() {
	windows.GenerateConsoleCtrlEvent(windows.CTRL_BREAK_EVENT, uint32(g.first.Pid))
}

// kill ends the processes.
func (g group) kill() {
	if g.job == 0 {
		g.first.Kill()
		return
	}
	windows.TerminateJobObject(g.job, 1)
}

// vanish gives the job back.
func (g group) vanish() {
	if g.job != 0 {
		windows.CloseHandle(g.job)
	}
}

// signalled names the signal that ended a process; there are none.
func signalled(*os.ProcessState) string { return "" }

// drain does nothing: a pipe that was closed to end its reading has nothing left.
func (s *stream) drain() {}

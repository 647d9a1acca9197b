package tools

import (
	"os/exec"
	"testing"
)

func TestOnlyZombies(t *testing.T) {
	cmd := exec.Command("/bin/cat")
	cmd.SysProcAttr = ownGroup()
	stdin, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	g := newGroup(cmd.Process)
	if g.onlyZombies() {
		t.Error("a process that runs is taken for a zombie")
	}
	stdin.Close()
	awaitExit(cmd)
	if !g.onlyZombies() {
		t.Error("a process that was not collected is taken for one that runs")
	}
	if err := cmd.Wait(); err != nil {
		t.Error(err)
	}
	if g.onlyZombies() {
		t.Error("a group without processes has some")
	}
}

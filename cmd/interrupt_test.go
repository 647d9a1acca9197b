package cmd_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/planlint/planlint/cmd"
)

// A check that is interrupted while it waits for standard input ends at once, with its own code, and its documents are
// whole: they say that they are not the end of it.
func TestInterrupt(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write("contracts.yaml", "contracts: {notify: {accepts: {type: object, properties: {text: {type: string}}}}}\n")
	c := exec.Command("planlint", "check", "-", "--contracts", "contracts.yaml", "--format", "json", "--format", "json=out.json")
	c.Dir = dir
	var stdout, stderr bytes.Buffer
	c.Stdout, c.Stderr = &stdout, &stderr
	stdin, err := c.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	defer stdin.Close()
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	if _, err := io.WriteString(stdin, "goal: g\n"); err != nil {
		t.Fatal(err)
	}
	// The file appears beside its place before anything is read: then the signals are caught.
	for range 500 {
		if found, _ := filepath.Glob(filepath.Join(dir, ".out.json.*")); len(found) > 0 {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	if err := c.Process.Signal(syscall.SIGINT); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- c.Wait() }()
	select {
	case err = <-ended:
	case <-time.After(20 * time.Second):
		c.Process.Kill()
		t.Fatal("it waits for standard input although it was interrupted")
	}
	var exit *exec.ExitError
	if !errors.As(err, &exit) || exit.ExitCode() != cmd.ExitInterrupted {
		t.Errorf("ended with %v, want code %d; stderr: %s", err, cmd.ExitInterrupted, stderr.String())
	}
	file, err := os.ReadFile(filepath.Join(dir, "out.json"))
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string][]byte{"standard output": stdout.Bytes(), "the file": file} {
		var doc struct {
			Error struct {
				ExitCode int `json:"exit_code"`
			} `json:"error"`
		}
		if err := json.Unmarshal(text, &doc); err != nil || doc.Error.ExitCode != cmd.ExitInterrupted {
			t.Errorf("%s is no whole document that says so: %v\n%s", name, err, text)
		}
	}
	if left, _ := filepath.Glob(filepath.Join(dir, ".out*")); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

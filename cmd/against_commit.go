package cmd

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"path"
	"strconv"
	"strings"

	"github.com/planlint/planlint/contracts/tree"
)

// entry is a line of git ls-tree.
type entry struct{ mode, object string }

// read fills the files from a commit. wanted are the inputs: path → name. covered says which other paths were asked for,
// and by which name; those of the commit come back, and are filled, too.
func (e *earlier) read(ctx context.Context, root, commit string, wanted map[string]string, covered func(path string) (name string, ok bool)) ([]goneFile, error) {
	out, err := runGit(ctx, root, nil, "ls-tree", "-r", "-z", "--full-tree", commit)
	if err != nil {
		return nil, err
	}
	entries := map[string]entry{} // all blobs: a link may lead to any
	submodules := map[string]bool{}
	names := map[string]string{} // path of the commit that is read → name
	var gone []goneFile
	for _, line := range strings.Split(string(out), "\x00") {
		head, p, ok := strings.Cut(line, "\t")
		words := strings.Fields(head)
		if !ok || len(words) != 3 {
			continue
		}
		switch words[1] {
		case "commit":
			submodules[p] = true
		case "blob":
			entries[p] = entry{words[0], words[2]}
			if wanted[p] != "" {
				continue
			}
			if name, ok := covered(p); ok {
				names[p] = name
				gone = append(gone, goneFile{path: p, name: name})
			}
		}
	}
	at := map[string]string{} // path that was asked for → path that it leads to
	moved := len(gone) > 0
	for p, name := range wanted {
		names[p] = name
		if _, ok := entries[p]; !ok {
			moved = true
			if why := foreign(root, p, submodules); why != "" {
				e.files[name] = earlierFile{why: why}
			}
		}
	}
	former := map[string]string{}
	if moved {
		if former, err = renames(ctx, root, commit); err != nil {
			return nil, err
		}
	}
	gone = sortOut(gone, former, wanted)
	for p := range names {
		if _, ok := entries[p]; ok {
			at[p] = p
		} else if old := former[p]; entries[old].object != "" {
			at[p] = old
		}
	}
	for hops := 0; len(at) > 0; hops++ {
		objects := map[string]string{}
		for _, target := range at {
			objects[entries[target].object] = ""
		}
		if err := readObjects(ctx, root, objects); err != nil {
			return nil, err
		}
		next := map[string]string{}
		for p, target := range at {
			name, text := names[p], objects[entries[target].object]
			if entries[target].mode != "120000" {
				e.files[name] = earlierFile{name: former[p], text: text}
				continue
			}
			to := path.Join(path.Dir(target), text)
			if _, ok := entries[to]; !ok || hops == maxLinks || path.IsAbs(text) {
				e.files[name] = earlierFile{why: "it is a link there that leads to no file of the commit"}
				continue
			}
			next[p] = to
		}
		at = next
	}
	return gone, nil
}

// renames are the files that git takes for others of the commit under a new name: new path → old path. A plan can't leave
// its past behind by being moved. What is not in the index is none of them.
func renames(ctx context.Context, root, commit string) (map[string]string, error) {
	out, err := runGit(ctx, root, nil, "diff", "--cached", "--name-status", "-z", "--find-renames", "-l0", "--diff-filter=R", "--no-ext-diff", commit, "--")
	if err != nil {
		return nil, err
	}
	former := map[string]string{}
	fields := strings.Split(string(out), "\x00")
	for i := 0; i+2 < len(fields); i += 3 { // R087, old, new
		former[fields[i+2]] = fields[i+1]
	}
	return former, nil
}

// readObjects fills a map with what the objects that are its keys hold.
func readObjects(ctx context.Context, root string, objects map[string]string) error {
	var names bytes.Buffer
	for name := range objects {
		names.WriteString(name + "\n")
	}
	out, err := runGit(ctx, root, &names, "cat-file", "--batch")
	if err != nil {
		return err
	}
	in := bufio.NewReader(bytes.NewReader(out))
	for range objects {
		head, err := in.ReadString('\n')
		words := strings.Fields(head)
		if err != nil || len(words) != 3 || words[1] != "blob" {
			return fmt.Errorf("git cat-file says %s", tree.Quote(strings.TrimSpace(head)))
		}
		size, err := strconv.Atoi(words[2])
		if err != nil || size < 0 || size > len(out) {
			return fmt.Errorf("git cat-file says %s", tree.Quote(strings.TrimSpace(head)))
		}
		text := make([]byte, size+1) // and the line break behind it
		if _, err := io.ReadFull(in, text); err != nil {
			return err
		}
		objects[words[0]] = string(text[:size])
	}
	return nil
}

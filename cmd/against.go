package cmd

import (
	"context"
	"fmt"
	"path"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/planlint/planlint/contracts/tree"
	"github.com/planlint/planlint/lint"
	"github.com/planlint/planlint/lint/compare"
	"github.com/planlint/planlint/lint/config"
)

// earlier are the plans as they were committed: what check --against compares with.
type earlier struct {
	ref    string // as it was given
	drafts bool   // plans may change without being successors
	files  map[string]earlierFile
}

// earlierFile is a file at the ref.
type earlierFile struct {
	name      string         // in the repository, of a plan that has another name now; else ""
	authority lint.Authority // under which a plan of that name stands
	text      string
	why       string // why there is no text; "" where there is one
}

// maxLinks is how many links in a row are followed at the ref.
const maxLinks = 8

// against reads the inputs as they are at a ref, all of them at once, so that no process is started for each.
func (r *checkRun) against(ctx context.Context, ref string, drafts bool) (*earlier, error) {
	if ref == "" || strings.HasPrefix(ref, "-") || strings.ContainsAny(ref, "\x00\n") {
		return nil, usage("name a branch, a tag or a commit", "--against %s is no git ref", tree.Quote(ref))
	}
	repository := func(words ...string) (string, error) {
		out, err := runGit(ctx, r.env.Dir, nil, words...)
		return strings.TrimSuffix(strings.TrimSuffix(string(out), "\n"), "\r"), err
	}
	root, err := repository("rev-parse", "--show-toplevel")
	if err == nil {
		root, err = filepath.EvalSymlinks(filepath.FromSlash(root))
	}
	if err != nil {
		if ctx.Err() != nil {
			return nil, interruptedError{}
		}
		return nil, usage("--against needs git, and plans in a git work tree", "--against %s: %s", tree.Quote(ref), gitReason(err))
	}
	commit, err := repository("rev-parse", "--verify", "--quiet", ref+"^{commit}")
	if err != nil || commit == "" {
		if ctx.Err() != nil {
			return nil, interruptedError{}
		}
		shallow, _ := repository("rev-parse", "--is-shallow-repository") // where it can't be told, it is likely none
		return nil, usage(unknownRefHint(ref, shallow == "true"), "--against %s: git knows no such commit", tree.Quote(ref))
	}
	e := &earlier{ref: ref, drafts: drafts, files: map[string]earlierFile{}}
	dir, err := filepath.EvalSymlinks(r.env.Dir)
	if err != nil {
		return nil, usage("", "--against %s: %s", tree.Quote(ref), reason(err))
	}
	wanted := map[string]string{} // path in the repository → name of the input
	for i := range r.inputs {
		if p, ok := inRepository(r.env.Dir, dir, root, r.inputs[i].path); ok {
			wanted[p] = r.inputs[i].name
		} else {
			e.files[r.inputs[i].name] = earlierFile{why: "it lies outside the repository"}
		}
	}
	covers := r.covers()
	covered := func(p string) (name string, ok bool) {
		rel, err := filepath.Rel(dir, filepath.Join(root, filepath.FromSlash(p)))
		return filepath.ToSlash(rel), err == nil && covers(filepath.Join(r.env.Dir, rel))
	}
	gone, err := e.read(ctx, root, commit, wanted, covered)
	if err != nil {
		if ctx.Err() != nil {
			return nil, interruptedError{}
		}
		return nil, usage("", "--against %s: %s", tree.Quote(ref), gitReason(err))
	}
	for name, f := range e.files {
		if f.name == "" {
			continue
		}
		rel, err := filepath.Rel(dir, filepath.Join(root, filepath.FromSlash(f.name)))
		if err != nil {
			rel = f.name
		}
		var problem *config.Problem
		if f.authority, problem = r.config.Authority(filepath.ToSlash(rel), r.o.agent); problem != nil {
			f.why = "it was " + tree.Visible(filepath.ToSlash(rel)) + " there, and nothing says who carries that out: " + problem.Message
		}
		e.files[name] = f
	}
	r.summary.NotChecked = append(r.summary.NotChecked, e.missing(gone, r.env.Dir, r.summary.NotChecked)...)
	return e, nil
}

// unknownRefHint is what to do about a ref that names no commit.
func unknownRefHint(ref string, shallow bool) string {
	switch {
	case strings.Contains(ref, ".."):
		return "name one commit, and no range"
	case strings.Contains(ref, ":"):
		return "name a commit without a path: it is compared with the files that are checked"
	case shallow:
		return "a shallow clone may lack it: fetch it first"
	}
	return "name a branch, a tag or a commit of this repository; git branch --all lists the branches"
}

// inRepository is a path as git has it: from the root of the repository, with "/". dir is the working directory, and real
// the same without links. Links below it are not followed, so that a folder that became a link is not taken for the one
// it leads to.
func inRepository(dir, real, root, file string) (string, bool) {
	rel, err := filepath.Rel(dir, file)
	if err != nil {
		return "", false
	}
	inside, err := filepath.Rel(root, filepath.Join(real, rel))
	if err != nil || !filepath.IsLocal(inside) {
		return "", false
	}
	return filepath.ToSlash(inside), true
}

// behind is what check does with each plan of a file when its rules are done, and then with the file, to say which plans are
// gone from it: all of them, where it is nothing like a plan any more. src is the file as it is now.
func (e *earlier) behind(src *tree.Source, stream bool) (each func(*lint.Pass, bool), gone func(planLike bool) []lint.NotChecked) {
	file, ok := e.files[src.Name]
	older, was := []lint.Parsed{}, &tree.Source{}
	if ok && file.why == "" {
		name := src.Name
		if file.name != "" {
			name = file.name
		}
		was = &tree.Source{Name: path.Base(name), Text: file.text}
		older = lint.Plans(was, stream || isStream(name))
	}
	newer := lint.Plans(src, stream)
	pairs := compare.Pair(digests(older), digests(newer))
	gone = func(planLike bool) []lint.NotChecked {
		if !planLike {
			pairs = nil
		}
		if why := unpaired(len(older), pairs); why != "" && lint.PlanLike(was) {
			return []lint.NotChecked{{What: tree.Visible(src.Name) + " since " + tree.Visible(e.ref), Why: why}}
		}
		return nil
	}
	next := 0
	return func(p *lint.Pass, whole bool) {
		i := next
		next++
		name := tree.Visible(src.Name)
		if len(newer) > 1 {
			name += ", plan " + strconv.Itoa(i+1)
		}
		what := name + " since " + tree.Visible(e.ref)
		switch {
		case !whole:
			p.NotChecked(what, "it has a fault of form, so there is no telling what changed")
		case file.why != "":
			p.NotChecked(what, file.why)
		case i >= len(pairs) || pairs[i] < 0:
			p.NotChecked(what, "it is a new plan, so there was nothing to compare it with")
		case older[pairs[i]].Fault != nil:
			fault := older[pairs[i]].Fault
			p.NotChecked(what, fmt.Sprintf("the plan there has a fault of form, in line %d: %s", fault.Place.Source.Position(fault.Place.Span.Start).Line, tree.Visible(fault.Message)))
		default:
			under := p.Authority
			if file.name != "" {
				under = file.authority
			}
			compare.Raise(p, compare.Subject{Plan: older[pairs[i]].Plan, Authority: under}, e.drafts, file.name)
		}
	}, gone
}

// isStream reports whether a file's name says that it may hold several plans.
func isStream(name string) bool { return strings.EqualFold(filepath.Ext(name), ".jsonl") }

// digests are those of plans without faults of form, "" for the others.
func digests(plans []lint.Parsed) []string {
	list := make([]string, len(plans))
	for i, p := range plans {
		if p.Fault == nil {
			list[i], _ = p.Plan.Digest()
		}
	}
	return list
}

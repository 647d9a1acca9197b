package cmd

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/planlint/planlint/contracts"
	"github.com/planlint/planlint/contracts/autonomy"
	"github.com/planlint/planlint/contracts/tree"
	"github.com/planlint/planlint/dryrun"
	"github.com/planlint/planlint/dryrun/store"
	"github.com/planlint/planlint/dryrun/store/memory"
	"github.com/planlint/planlint/dryrun/store/postgres"
	"github.com/planlint/planlint/dryrun/store/sqlite"
	"github.com/planlint/planlint/lint/config"
	"github.com/planlint/planlint/lint/syntax"
)

// openStore opens where runs are kept. A store that does not exist is empty, and made by the first run that is kept in
// it; readOnly changes nothing in any case.
func openStore(ctx context.Context, env *Env, s config.Store, readOnly bool) (store.Store, error) {
	if env.Store != nil {
		return env.Store(ctx, s)
	}
	var kept store.Store
	var err error
	if s.URL != "" {
		kept, err = postgres.Open(ctx, s.URL, postgres.Options{Fits: autonomy.Fits, ReadOnly: readOnly})
	} else {
		kept, err = sqlite.Open(ctx, s.Path, sqlite.Options{Name: shownPath(env, s.Path), Now: env.Now, Fits: autonomy.Fits, ReadOnly: readOnly})
	}
	if err != nil {
		return nil, storeError(err)
	}
	return kept, nil
}

// storeError is a store's error as it ends a command.
func storeError(err error) error {
	e := &dryrun.StopError{Class: dryrun.Unable, Code: dryrun.CodeStore, Message: "the store can't be used", Err: err}
	switch {
	case errors.Is(err, store.ErrCorrupt):
		e.Class, e.Code = dryrun.Unknown, dryrun.CodeTampered
	case errors.Is(err, store.ErrTooNew):
		e.Hint = "use the version of planlint that wrote it, or a later one"
	case errors.Is(err, store.ErrReadOnly):
		e.Hint = dryrun.HintReadOnly
	case errors.Is(err, context.Canceled):
		return interruptedError{}
	}
	return e
}

// shownPath is a path relative to the working directory where it lies in it, since messages have it.
func shownPath(env *Env, abs string) string {
	if rel, err := filepath.Rel(env.Dir, abs); err == nil && filepath.IsLocal(rel) {
		return rel
	}
	return abs
}

// rehearsalStore keeps runs in memory, and knows nothing of others.
func rehearsalStore(now func() time.Time) store.Store { return memory.New(now, autonomy.Fits) }

// storeFlags say which store a command looks into, and which run it means.
type storeFlags struct {
	configFlags
	tenant string
}

func (f *storeFlags) add(c *cobra.Command) {
	c.Flags().StringVar(&f.tenant, "tenant", "", "the `NAME` of the tenant whose runs are meant (default: all)")
	f.configFlags.addFile(c)
}

// open opens the store that the configuration names, or the default one where there is none. The configuration need not
// be right in anything else.
func (f *storeFlags) open(ctx context.Context, env *Env, readOnly bool) (store.Store, error) {
	where := config.Store{Path: filepath.Join(env.Dir, filepath.FromSlash(config.DefaultStore))}
	path, err := f.find(env)
	if err != nil {
		return nil, err
	}
	if path != "" {
		c, problems, err := f.read(env)
		if err != nil {
			return nil, err
		}
		if where = c.Store; where == (config.Store{}) || where.Place == (tree.Place{}) && garbled(c, problems) {
			return nil, printProblems(env, outputFlags{color: "auto"}, problems)
		}
	}
	return openStore(ctx, env, where, readOnly)
}

// today is what the configuration says of time and of tools. Without one, or where it has errors, the defaults hold, and
// no contract does.
func (f *storeFlags) today(env *Env) (config.Limits, *contracts.Catalog) {
	if path, err := f.find(env); err == nil && path != "" {
		if c, _, err := f.read(env); err == nil {
			return c.Limits, c.Deployment.Catalog
		}
	}
	return config.DefaultLimits, nil
}

// garbled reports whether the configuration's own text has faults, so that what it seems to leave out may stand in it.
func garbled(c *config.Config, problems []config.Problem) bool {
	return slices.ContainsFunc(problems, func(p config.Problem) bool {
		return p.Rule == syntax.RuleSyntax && p.Place.Source != nil && p.Place.Source.Name == c.Path
	})
}

// run finds the run of an id: its tenant's, where one is named, else the only one of that id.
func (f *storeFlags) run(ctx context.Context, kept store.Store, id string) (store.Run, error) {
	all, err := kept.Runs(ctx, f.tenant)
	if err != nil {
		return store.Run{}, storeError(err)
	}
	var found []store.Run
	var tenants []string
	for _, r := range all {
		if r.ID == id {
			found = append(found, r)
			tenants = append(tenants, tree.Quote(r.Tenant))
		}
	}
	switch {
	case len(found) == 1:
		return found[0], nil
	case len(found) > 1:
		return store.Run{}, usage("name one with --tenant", "%d tenants have a run %s: %s", len(found), tree.Quote(id), strings.Join(tenants, ", "))
	}
	return store.Run{}, usage("planlint runs lists them", "%w", &noRunError{id, f.tenant})
}

// noRunError is an id that no run of the store has; tenant is "" where any would have done.
type noRunError struct{ id, tenant string }

// Error names the id.
func (e *noRunError) Error() string {
	if e.tenant != "" {
		return fmt.Sprintf("there is no run %s of tenant %s", tree.Quote(e.id), tree.Quote(e.tenant))
	}
	return "there is no run " + tree.Quote(e.id)
}

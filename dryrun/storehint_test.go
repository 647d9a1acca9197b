package dryrun_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/planlint/planlint/dryrun"
	"github.com/planlint/planlint/dryrun/store"
)

// A store that can't be written says what to do about it.
func TestReadOnlyStoreHasHint(t *testing.T) {
	err := dryrun.StoreError(theRun, "the run can't be taken", fmt.Errorf("store runs.db: %w", store.ErrReadOnly))
	var stop *dryrun.StopError
	if !errors.As(err, &stop) || stop.Class != dryrun.Unable || stop.Code != dryrun.CodeStore || stop.Hint != dryrun.HintReadOnly {
		t.Errorf("got %#v", err)
	}
}

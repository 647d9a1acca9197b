package tools

import (
	"slices"
	"strings"

	"github.com/planlint/planlint/dryrun"
)

// ours begins the names of the variables that planlint sets.
const ours = "PLANLINT_"

// environ is the whole environment of a call: what passes in the order of Env, then planlint's own, where the call is not
// bare. It is never nil, which would stand for everything that planlint has.
func (c *Command) environ(call *dryrun.Call) []string {
	env := make([]string, 0, len(c.Env)+4)
	for i, name := range c.Env {
		if strings.HasPrefix(strings.ToUpper(name), ours) || slices.Contains(c.Env[:i], name) {
			continue
		}
		if value, ok := c.getenv(name); ok {
			env = append(env, name+"="+value)
		}
	}
	if c.Bare {
		return env
	}
	env = append(env, ours+"RUN_ID="+call.RunID, ours+"STEP_ID="+call.StepID, ours+"TENANT="+call.Tenant)
	if call.Key != "" {
		env = append(env, ours+"IDEMPOTENCY_KEY="+call.Key)
	}
	return env
}

func (c *Command) getenv(name string) (value string, ok bool) {
	if c.Getenv == nil {
		return "", false
	}
	return c.Getenv(name)
}

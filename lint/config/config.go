package config

import (
	"time"

	"github.com/planlint/planlint/contracts/tree"
	"github.com/planlint/planlint/lint"
)

// Config is a deployment as it was written, with everything in it typed and checked. It is read-only once loaded, and
// then safe for concurrent use.
type Config struct {
	// Path is the configuration's file as shown to people: relative to the working directory, with "/". It is "" where
	// contracts alone were given.
	Path string
	// Dir is the folder that paths and patterns are relative to, absolute.
	Dir string

	Deployment *lint.Deployment
	Plans      []Pattern // what check looks at when nothing is named
	Tools      []Tool    // the registry, in document order
	Stubs      []Stub    // in document order
	Limits     Limits
	Store      Store
	FreeDrafts bool // drafts: free; committed plans may change without being successors

	// Files are the files that were read, as shown to people, in the order of reading: the configuration, its parts,
	// the contracts.
	Files []string
	// NotChecked is what had nothing to be compared with.
	NotChecked []lint.NotChecked

	files    Files
	workDir  string
	settings []Setting
	parents  []int           // by delegation, the one that it was handed on by, or -1
	own      map[string]bool // absolute paths of Files: none of them is a plan
}

// Tool is an entry of the registry: what exists, and how a run calls it.
type Tool struct {
	Name  string
	Place tree.Place // the name

	Command   []string      // an argument vector; nil where Shell or nothing is set
	Shell     string        // a text for /bin/sh -c; "" where Command or nothing is set
	CallPlace tree.Place    // the value of command or shell
	Timeout   time.Duration // DefaultTimeout where nothing is said
	Env       []string      // the names of the variables that pass, in document order
	MaxOutput int64         // bytes; DefaultMaxOutput where nothing is said
}

// Runs reports whether anything can be started for the tool: only stubs stand in for one that is merely registered.
func (t *Tool) Runs() bool { return t.Command != nil || t.Shell != "" }

// The defaults of a tool.
const (
	DefaultTimeout   = 5 * time.Minute
	DefaultMaxOutput = 1 << 20 // bytes
)

// Stub is the declared outcomes of one tool, for dry runs.
type Stub struct {
	Tool    string
	Place   tree.Place // the name
	Entries []StubEntry
}

// StubEntry is one declared outcome: the first whose match is part of the arguments counts.
type StubEntry struct {
	Place   tree.Place
	Tree    *tree.Tree // holds Match and Returns
	Match   tree.Ref   // a map; None matches all
	Returns tree.Ref   // the outcome; None where the call fails
	Fail    string     // why the call fails; "" where it returns
	Delay   time.Duration
}

// Limits bound plans and runs.
type Limits struct {
	MaxSteps       int           // steps of a plan; default 24
	MaxReplans     int           // drafts beyond the first, before a run; default 2
	MaxRunReplans  int           // successors during a run; default 0
	IdempotencyTTL time.Duration // how long an effect's key is held; default 24h
	ApprovalTTL    time.Duration // how long a person's answer holds; default 15m
	PlannerTimeout time.Duration // how long a planner may take for a draft; default 5m
	Lease          time.Duration // how long a run is another process's after its last sign of life; default 10s
}

// DefaultLimits are the limits where the configuration says nothing.
var DefaultLimits = Limits{
	MaxSteps: lint.DefaultMaxSteps, MaxReplans: 2, MaxRunReplans: 0, IdempotencyTTL: 24 * time.Hour,
	ApprovalTTL: 15 * time.Minute, PlannerTimeout: 5 * time.Minute, Lease: 10 * time.Second,
}

// Store is where runs are kept. The zero Store means that the configuration does not say it in a way that can be read.
type Store struct {
	Path  string     // a SQLite file, absolute; "" where URL is set
	URL   string     // postgres://…, with its password; never show it
	Place tree.Place // where that is set; the zero Place for the default
}

// DefaultStore is the store where the configuration says nothing, relative to its folder.
const DefaultStore = ".planlint/runs.db"

// Tool is the registry's entry for a tool, or nil.
func (c *Config) Tool(name string) *Tool {
	for i := range c.Tools {
		if c.Tools[i].Name == name {
			return &c.Tools[i]
		}
	}
	return nil
}

// Stub is the declared outcomes of a tool, or nil.
func (c *Config) Stub(tool string) *Stub {
	for i := range c.Stubs {
		if c.Stubs[i].Tool == tool {
			return &c.Stubs[i]
		}
	}
	return nil
}

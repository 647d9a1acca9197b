package report

import "encoding/json"

// The types below are the part of SARIF 2.1.0 that planlint writes.

type sarifText struct {
	Text string `json:"text"`
}

type sarifMarkdown struct {
	Text     string `json:"text"`
	Markdown string `json:"markdown"`
}

type sarifDriver struct {
	Name           string `json:"name"`
	Version        string `json:"version,omitempty"`
	InformationURI string `json:"informationUri"`
}

type sarifRule struct {
	ID         string              `json:"id"`
	Name       string              `json:"name,omitempty"`
	Short      sarifText           `json:"shortDescription"`
	Full       sarifText           `json:"fullDescription"`
	Help       sarifMarkdown       `json:"help"`
	Default    sarifConfiguration  `json:"defaultConfiguration"`
	Properties sarifRuleProperties `json:"properties"`
}

type sarifConfiguration struct {
	Enabled *bool  `json:"enabled,omitempty"`
	Level   string `json:"level"`
}

type sarifRuleProperties struct {
	Group   string   `json:"group"`
	Reason  string   `json:"reason,omitempty"`
	Problem string   `json:"problem.severity"`
	Tags    []string `json:"tags"`
}

type sarifResult struct {
	RuleID       string             `json:"ruleId"`
	RuleIndex    *int               `json:"ruleIndex,omitempty"`
	Level        string             `json:"level"`
	Message      sarifText          `json:"message"`
	Locations    []sarifLocation    `json:"locations"`
	Related      []sarifLocation    `json:"relatedLocations,omitempty"`
	Flows        []sarifCodeFlow    `json:"codeFlows,omitempty"`
	Fingerprints *sarifFingerprints `json:"partialFingerprints,omitempty"`
	Properties   sarifProperties    `json:"properties"`
}

type sarifFingerprints struct {
	V1 string `json:"planlint/v1"`
}

type sarifProperties struct {
	Reason         string          `json:"reason,omitempty"`
	Detail         string          `json:"detail,omitempty"`
	Primary        bool            `json:"primary"`
	Step           string          `json:"step,omitempty"`
	Tool           string          `json:"tool,omitempty"`
	Violations     []string        `json:"violations,omitempty"`
	Blocked        []string        `json:"blocked,omitempty"`
	Payload        json.RawMessage `json:"payload,omitempty"`
	PayloadOmitted bool            `json:"payloadOmitted,omitempty"`
}

type sarifLocation struct {
	ID       int            `json:"id,omitempty"`
	Physical *sarifPhysical `json:"physicalLocation"`
	Logical  []sarifLogical `json:"logicalLocations,omitempty"`
	Message  *sarifText     `json:"message,omitempty"`
}

type sarifLogical struct {
	Name string `json:"name,omitempty"`
	Full string `json:"fullyQualifiedName,omitempty"`
	Kind string `json:"kind"`
}

type sarifPhysical struct {
	Artifact sarifArtifactLocation `json:"artifactLocation"`
	Region   *sarifRegion          `json:"region,omitempty"`
	Context  *sarifRegion          `json:"contextRegion,omitempty"`
}

type sarifArtifactLocation struct {
	URI   string `json:"uri"`
	Base  string `json:"uriBaseId,omitempty"`
	Index *int   `json:"index,omitempty"`
}

// sarifRegion counts lines and columns from 1, and bytes from 0; both ends are exclusive.
type sarifRegion struct {
	StartLine   int        `json:"startLine"`
	StartColumn int        `json:"startColumn,omitempty"`
	EndLine     int        `json:"endLine"`
	EndColumn   int        `json:"endColumn,omitempty"`
	ByteOffset  *int       `json:"byteOffset,omitempty"`
	ByteLength  *int       `json:"byteLength,omitempty"`
	Snippet     *sarifText `json:"snippet,omitempty"`
}

type sarifCodeFlow struct {
	Threads []sarifThreadFlow `json:"threadFlows"`
}

type sarifThreadFlow struct {
	Locations []sarifFlowLocation `json:"locations"`
}

type sarifFlowLocation struct {
	Location sarifLocation `json:"location"`
}

type sarifArtifact struct {
	Location sarifArtifactLocation `json:"location"`
	Length   int                   `json:"length"`
	Roles    []string              `json:"roles"`
}

type sarifInvocation struct {
	ExecutionSuccessful bool                `json:"executionSuccessful"`
	ExitCode            *int                `json:"exitCode,omitempty"`
	Execution           []sarifNotification `json:"toolExecutionNotifications,omitempty"`
	Configuration       []sarifNotification `json:"toolConfigurationNotifications,omitempty"`
}

type sarifNotification struct {
	Descriptor *sarifDescriptor `json:"descriptor,omitempty"`
	Level      string           `json:"level"`
	Message    sarifText        `json:"message"`
}

type sarifDescriptor struct {
	ID string `json:"id"`
}

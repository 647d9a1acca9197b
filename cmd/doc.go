// Package cmd is planlint's command line: flags, files, streams and exit codes. It judges no plan.
//
// One file a verb, of one shape: newVerb makes the command and its flags, an options struct holds them, and runVerb
// does the work without knowing cobra. Only Main prints errors, and only Main turns them into exit codes. cobra has
// its door here.
package cmd

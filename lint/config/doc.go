// Package config turns planlint.yaml, and what it names, into the deployment that plans are judged against and that
// runs obey.
//
// Reading collects all problems, each with its place, and never stops at the first. Every file is read through Files,
// so that nothing here touches a disk by itself. A contract's $ref reaches files below the folder of its own file and
// nothing else.
//
// The configuration is trusted: it is found from the working directory, never from a plan.
package config

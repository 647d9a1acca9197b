// Package canon writes the canonical form of values and their digests: RFC 8785, with two differences.
//
// Integers of any size are written exactly, where RFC 8785 would round them to a float64: 9007199254740993 and
// 9007199254740992 are two values. And a number with a fraction or an exponent that a float64 can't hold without loss
// of its text's value is refused, where RFC 8785 would round it.
//
// Texts are normalised to NFC, so that two spellings of a name are one value; two keys of one object that become
// one are refused. There is one canonical form for everything: plan digests, keys of effects, approvals.
//
// The package reads trees and imports nothing else of ours.
package canon

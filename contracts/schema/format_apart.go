package schema

import "strings"

// guise is what the strings of a format look like at least, so far that some formats are told apart by it.
type guise struct {
	only        string // the bytes that they consist of; "" = any
	has         string // one of these bytes is in each; "" = none need be
	least, most int    // how long they are, in code points; most is -1 where there is no limit
}

const (
	decimalDigitsOnly = "0123456789"
	hexDigitsOnly     = "0123456789abcdefABCDEF"
)

var guises = map[string]guise{
	"date-time":             {only: decimalDigitsOnly + "-+:.TtZz", has: "Tt", least: 20, most: -1},
	"date":                  {only: decimalDigitsOnly + "-", has: "-", least: 10, most: 10},
	"time":                  {only: decimalDigitsOnly + "-+:.Zz", has: ":", least: 9, most: -1},
	"duration":              {only: decimalDigitsOnly + "PYMWDTHS", has: "P", least: 3, most: -1},
	"email":                 {has: "@", least: 3, most: -1},
	"idn-email":             {has: "@", least: 3, most: -1},
	"hostname":              {least: 1, most: -1},
	"ipv4":                  {only: decimalDigitsOnly + ".", has: ".", least: 7, most: 15},
	"ipv6":                  {only: hexDigitsOnly + ":.", has: ":", least: 2, most: 45},
	"uri":                   {has: ":", least: 2, most: -1},
	"iri":                   {has: ":", least: 2, most: -1},
	"uuid":                  {only: hexDigitsOnly + "-", has: "-", least: 36, most: 36},
	"relative-json-pointer": {least: 1, most: -1},
	"decimal":               {only: decimalDigitsOnly + "-.", least: 1, most: -1},
}

// guise is what the strings of the format look like, or nil.
func (f *format) guise() *guise {
	if g, ok := guises[f.name]; ok {
		return &g
	}
	return nil
}

// apart reports whether no string has both formats.
func (f *format) apart(other *format) bool {
	a, b := f.guise(), other.guise()
	if a == nil || b == nil {
		return false
	}
	lacks := func(a, b *guise) bool { return a.has != "" && b.only != "" && !strings.ContainsAny(b.only, a.has) }
	return lacks(a, b) || lacks(b, a) || a.most >= 0 && a.most < b.least || b.most >= 0 && b.most < a.least
}

package schema

import (
	"fmt"
	"sort"
	"strings"

	"github.com/planlint/planlint/contracts/tree"
)

// typeNames are the words of JSON Schema for types.
var typeNames = map[string]types{
	"null": typeNull, "boolean": typeBoolean, "integer": typeInteger, "number": typeNumber,
	"string": typeString, "array": typeArray, "object": typeObject,
}

// assertions are the keywords that mean something to a checker, with the draft that brought them.
var assertions = map[string]draft{
	"$ref": draft4, "$schema": draft4, "type": draft4, "enum": draft4, "const": draft6,
	"minLength": draft4, "maxLength": draft4, "pattern": draft4, "format": draft4,
	"minimum": draft4, "maximum": draft4, "exclusiveMinimum": draft4, "exclusiveMaximum": draft4, "multipleOf": draft4,
	"items": draft4, "additionalItems": draft4, "prefixItems": draft2020, "minItems": draft4, "maxItems": draft4, "uniqueItems": draft4,
	"contains": draft6, "minContains": draft2019, "maxContains": draft2019, "unevaluatedItems": draft2019,
	"properties": draft4, "required": draft4, "additionalProperties": draft4, "patternProperties": draft4, "propertyNames": draft6,
	"minProperties": draft4, "maxProperties": draft4, "dependencies": draft4, "dependentRequired": draft2019, "dependentSchemas": draft2019,
	"unevaluatedProperties": draft2019, "allOf": draft4, "anyOf": draft4, "oneOf": draft4, "not": draft4,
	"if": draft7, "then": draft7, "else": draft7, "$dynamicRef": draft2020, "$recursiveRef": draft2019, "discriminator": draft4,
}

// assertionNames are the keywords that a misspelt one is compared with: short ones are too near to everything.
var assertionNames = func() []string {
	var names []string
	for name := range assertions {
		if len(name) > 4 || name == "type" || name == "enum" {
			names = append(names, name)
		}
	}
	sort.Strings(names)
	return names
}()

// annotations are words in use that say something to others, though one or the other is near to a keyword.
var annotations = map[string]bool{
	"$id": true, "id": true, "$anchor": true, "$dynamicAnchor": true, "$recursiveAnchor": true, "$defs": true, "definitions": true,
	"$comment": true, "$vocabulary": true, "title": true, "description": true, "default": true, "example": true, "examples": true,
	"deprecated": true, "readOnly": true, "writeOnly": true, "contentEncoding": true, "contentMediaType": true, "contentSchema": true,
	"nullable": true, "xml": true, "externalDocs": true, "optional": true, "name": true, "style": true, "types": false,
}

// otherTypes are words of other languages, and what JSON Schema calls them.
var otherTypes = map[string]string{
	"dict": "object", "dictionary": "object", "map": "object", "hashmap": "object", "mapping": "object", "json": "object", "record": "object", "struct": "object", "class": "object", "obj": "object",
	"float": "number", "float32": "number", "float64": "number", "double": "number", "decimal": "number", "real": "number", "numeric": "number", "num": "number",
	"str": "string", "text": "string", "char": "string", "varchar": "string", "bytes": "string", "date": "string", "datetime": "string", "date-time": "string", "time": "string", "uuid": "string", "url": "string", "uri": "string", "email": "string", "file": "string", "path": "string",
	"int": "integer", "int8": "integer", "int16": "integer", "int32": "integer", "int64": "integer", "uint": "integer", "uint32": "integer", "uint64": "integer", "long": "integer", "short": "integer", "bigint": "integer",
	"bool": "boolean", "list": "array", "tuple": "array", "set": "array", "vec": "array", "vector": "array", "sequence": "array", "arr": "array", "arraylist": "array",
	"none": "null", "nil": "null", "nonetype": "null", "undefined": "null",
}

// rightType says which type a wrong word was meant to be; 0 where any value may have been meant.
func rightType(word string) (types, string) {
	low := strings.ToLower(strings.TrimSpace(word))
	if i := strings.IndexAny(low, "[<("); i > 0 {
		low = low[:i]
	}
	low = strings.TrimPrefix(low, "typing.")
	if strings.Contains(low, "|") || strings.Contains(low, ",") {
		return 0, `write several types as a list, such as ["string", "null"]`
	}
	switch low {
	case "any", "mixed", "unknown", "union", "optional", "":
		return 0, `leave "type" out where every value is allowed`
	case "enum", "literal", "choice":
		return 0, `list the allowed values under "enum", and name their type`
	}
	if s, ok := typeNames[low]; ok {
		return s, fmt.Sprintf("write %q", low)
	}
	if right := otherTypes[low]; right != "" {
		return typeNames[right], fmt.Sprintf("write %q", right)
	}
	if near := nearest(low, []string{"null", "boolean", "integer", "number", "string", "array", "object"}); near != "" {
		return typeNames[near], fmt.Sprintf("did you mean %q?", near)
	}
	return 0, "the types are null, boolean, integer, number, string, array and object"
}

// patternError is the part of an engine's error that says what is wrong.
func patternError(err error) string {
	s := err.Error()
	s = strings.TrimPrefix(s, "error parsing regexp: ")
	if i := strings.LastIndex(s, " in `"); i > 0 {
		s = s[:i]
	}
	return tree.Visible(s)
}

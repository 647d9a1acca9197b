package rules

import "github.com/planlint/planlint/lint"

// contractRules are about tool contracts and the tables beside them. Loading a configuration and contracts check raise
// them, so they have no check. Their examples are contract files, or a planlint.yaml where several tables are compared.
var contractRules = []lint.Rule{
	configuration, unregisteredContract, uncontractedTool, duplicateContract, unknownUndoTool, incompleteList, identicalHints,
	unknownKeyArgument, openArguments, untypedArgument, unfitDefault,
	invalidSchema, unknownType, unknownKeyword, ignoredKeyword, unsatisfiable, unreachableFile,
}

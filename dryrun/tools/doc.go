// Package tools holds the tools that a run can call: commands of the deployment, and the stubs that stand in for them.
//
// Invariants:
//   - nothing of a plan ever becomes a part of a command line, of a shell's text or of a variable's name: a tool is
//     started the way the deployment says, and what it is to do stands on its standard input;
//   - the input is whole before the process starts, in a file and not in a pipe, so that no tool ever acts on half of it,
//     whatever becomes of planlint;
//   - a call is over when its process group is: nothing that it started in the group runs on;
//   - how a call failed is told by what the kernel says of the process, never by what the tool printed;
//   - what a tool prints costs a bounded amount of memory.
//
// It is the one package that starts the programs of a deployment, and every start goes through Command.Start, so that a
// rehearsal can prove that it starts none. It knows no plan, no store and no terminal; the environment is handed in.
package tools

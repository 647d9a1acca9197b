// Package sqlite keeps runs in one SQLite file, for the processes of one machine.
//
// The file and its folder are made by the first run that is admitted, and never by reading: the folder for its owner
// alone (0700, with a .gitignore that covers all of it), the file too (0600). While a process has the store open there are
// two more files beside it, with -wal and -shm behind the name; they belong to it, and copying or moving the one without
// the others loses what was committed last.
//
// A commit is on the disk when it is answered: write-ahead log, synchronous=FULL, and on macOS the sync that reaches the
// platter. What is forgotten is overwritten, in the file and in its log.
//
// The file must be on a disk of the machine. SQLite's log needs shared memory and locks that work, which network file
// systems such as NFS and SMB do not give: two machines on one file would damage it. Runs that machines share belong in
// PostgreSQL. Containers of one machine may share a volume.
//
// A store can be read where it can't be written: from a read-only folder, and from a file of somebody else's. Then a log
// that another process left behind, by crashing, must be written back first by somebody who may write; it is never
// ignored.
//
// The schema's version is the file's user_version. Later versions are refused, earlier ones are brought up to date when
// the store is opened for writing; testdata has a file of every version.
//
// It imports nothing of ours but dryrun/store, and is the only place that imports the driver.
package sqlite

// Package postgres keeps runs in a PostgreSQL database, for the processes of many machines.
//
// Everything is in a schema of its own, "planlint" by default, which the first run that is admitted makes, and reading
// never does. The user needs the right to create that schema, or one that exists and is his. The database must hold UTF-8.
//
// Leases go by the database's clock, so that the machines' clocks need not agree. A lease is checked, by its owner and its
// token, in the transaction that appends under it and with the run's row locked; so a machine that slept through its
// lease appends nothing. A transaction whose client falls silent is given up by the server after a minute.
//
// Draws on one grant wait for each other, on a lock that is named for the grant and held to the end of the transaction:
// what fits when it is reckoned is what is kept. Rows, grants and approvals are locked in one order, so that nobody waits
// in a ring.
//
// A commit is on the server's disk when it is answered: where the server or the role would not wait for that, the store
// asks it to. What asks for more, such as a standby's disk, stays. A connection that breaks before the commit leaves
// nothing; one that breaks while it is answered is an *store.UncertainError, and the journal tells later.
//
// What is forgotten is gone for every query at once. Vacuum, the server's log and backups decide when its bytes are.
//
// Migrations are a list of texts and a table with one number. They are few, only go up, and each happens in one
// transaction under a lock, so that any number of processes may start at the same time; a library for that would bring a
// second idea of versions, and could not refuse one that is too new.
//
// Behind a pooler that hands connections out by transaction, add default_query_exec_mode=exec to the address. What the
// address leaves out comes from the PG* variables and the password file, as with other clients of PostgreSQL.
//
// It imports nothing of ours but dryrun/store, and is the only place that imports the driver.
package postgres

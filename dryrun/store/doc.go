// Package store keeps runs: a hash-chained journal each, and beside it what has to be asked across runs: claims on
// effects, draws on grants, owed reports, used approvals and leases.
//
// A store knows no plan. A record's body is bytes to it, which it never reads, changes or writes again in another form;
// hashes are over the stored bytes.
//
// Invariants, which the suite in storetest holds every store to:
//   - what Commit or Admit accepted survives the process and the machine, as a whole or not at all;
//   - nobody appends to a run without its lease, and a lease that was taken over appends nothing more;
//   - a journal has no gaps: record n+1 holds the hash of record n;
//   - everything belongs to a tenant, and no tenant sees another's;
//   - a use of an approval, and the creation of a run, happen at most once, whoever tries at the same time.
//
// # Exported journals
//
// Export writes a journal as lines of JSON, each ended by one newline, which Import and a few lines of any language can
// verify; testdata/verify.py does. The first line says whose journal it is, and the version of this format:
//
//	{"planlint_journal":1,"tenant":"acme","run":"run_1"}
//
// Then comes a line for each record, in order. hash is the SHA-256 of the 32 bytes of prev and the bytes of the body; prev is
// the hash of the record before, 64 zeros for the first. A body that is UTF-8 is a string, and hashed as the bytes of that
// string, without the escapes of JSON; any other is in base64, under the name body64 instead:
//
//	{"seq":1,"prev":"0000…","hash":"9f86…","body":"{\"kind\":\"run_started\"}"}
//	{"seq":2,"prev":"9f86…","hash":"60a7…","body64":"/w=="}
//
// The last line closes the file, so that a missing end is noticed. sha256 is that of all bytes before this line:
//
//	{"records":2,"head":"60a7…","sha256":"2c26…"}
//
// Keys stand in this order, without spaces, and a text is escaped only where it must be (quotes, backslashes, control
// characters, U+2028 and U+2029), so that a journal has one form, and any other byte is an error. The hashes tell of
// accidents and of careless hands. Somebody who rewrites a whole file can make them new: who fears that keeps the head
// elsewhere.
//
// It imports nothing of ours.
package store

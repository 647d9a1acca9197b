-- Instants are texts in UTC with nine digits of a second, so that their order is that of time. What may hold any byte is
-- a BLOB. A run's number is never used again, so that nothing of a forgotten run can become another's.

CREATE TABLE runs (
  number  INTEGER PRIMARY KEY AUTOINCREMENT,
  tenant  TEXT    NOT NULL,
  id      TEXT    NOT NULL,
  agent   TEXT    NOT NULL,
  plan    TEXT    NOT NULL,
  goal    BLOB    NOT NULL,
  status  TEXT    NOT NULL,
  created TEXT    NOT NULL,
  updated TEXT    NOT NULL,
  seq     INTEGER NOT NULL,
  head    TEXT    NOT NULL,
  owner   TEXT    NOT NULL, -- '' = the lease is free
  token   INTEGER NOT NULL,
  until   TEXT,             -- NULL = the lease is free
  UNIQUE (tenant, id)
) STRICT;

CREATE TABLE records (
  run  INTEGER NOT NULL REFERENCES runs ON DELETE CASCADE,
  seq  INTEGER NOT NULL,
  prev TEXT    NOT NULL,
  hash TEXT    NOT NULL,
  body BLOB    NOT NULL,
  PRIMARY KEY (run, seq)
) STRICT;

CREATE TABLE claims (
  run     INTEGER NOT NULL REFERENCES runs ON DELETE CASCADE,
  key     TEXT    NOT NULL,
  step    TEXT    NOT NULL,
  landed  INTEGER NOT NULL,
  outcome BLOB    NOT NULL,
  expires TEXT,   -- NULL = never
  PRIMARY KEY (run, key)
) STRICT;

-- A draw whose run was forgotten still counts, without a name.
CREATE TABLE draws (
  number   INTEGER PRIMARY KEY AUTOINCREMENT,
  tenant   TEXT    NOT NULL,
  grant_id TEXT    NOT NULL,
  run      INTEGER REFERENCES runs,
  step     TEXT    NOT NULL,
  amount   TEXT    NOT NULL,
  currency TEXT    NOT NULL,
  at       TEXT    NOT NULL,
  state    TEXT    NOT NULL,
  UNIQUE (run, step)
) STRICT;
CREATE INDEX draws_of_grant ON draws (tenant, grant_id, at);

-- So does a report that is owed.
CREATE TABLE reports (
  id        INTEGER PRIMARY KEY AUTOINCREMENT,
  tenant    TEXT    NOT NULL,
  class     TEXT    NOT NULL,
  grant_id  TEXT    NOT NULL,
  run       INTEGER REFERENCES runs,
  step      TEXT    NOT NULL,
  at        TEXT    NOT NULL,
  delivered TEXT,   -- NULL = owed
  by_whom   TEXT    NOT NULL
) STRICT;
CREATE INDEX reports_of_run ON reports (run);
CREATE INDEX reports_owed ON reports (tenant, at) WHERE delivered IS NULL;

-- Approvals that were used, as hashes: they outlive their runs, and their names don't.
CREATE TABLE used (
  mark BLOB PRIMARY KEY
) STRICT, WITHOUT ROWID;

-- The token of the last lease of all.
CREATE TABLE leases (
  token INTEGER NOT NULL
) STRICT;
INSERT INTO leases VALUES (0);

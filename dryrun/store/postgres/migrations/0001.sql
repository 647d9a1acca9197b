-- Instants that runs hand in are texts in UTC with nine digits of a second, whose order is that of time: a timestamp would
-- round them. Those of the database's own clock are timestamps. What may hold any byte is a bytea. A run's number is never
-- used again, so that nothing of a forgotten run can become another's.

CREATE TABLE version (
  number integer NOT NULL
);
INSERT INTO version VALUES (1);

CREATE SEQUENCE lease_token;

CREATE TABLE runs (
  number  bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant  text        NOT NULL,
  id      text        NOT NULL,
  agent   text        NOT NULL,
  plan    text        NOT NULL,
  goal    bytea       NOT NULL,
  status  text        NOT NULL,
  created timestamptz NOT NULL,
  updated timestamptz NOT NULL,
  seq     bigint      NOT NULL,
  head    text        NOT NULL,
  owner   text        NOT NULL, -- '' = the lease is free
  token   bigint      NOT NULL,
  until   timestamptz,          -- NULL = the lease is free
  UNIQUE (tenant, id)
);

CREATE TABLE records (
  run  bigint NOT NULL REFERENCES runs ON DELETE CASCADE,
  seq  bigint NOT NULL,
  prev text   NOT NULL,
  hash text   NOT NULL,
  body bytea  NOT NULL,
  PRIMARY KEY (run, seq)
);

CREATE TABLE claims (
  run     bigint  NOT NULL REFERENCES runs ON DELETE CASCADE,
  key     text    NOT NULL,
  step    text    NOT NULL,
  landed  boolean NOT NULL,
  outcome bytea   NOT NULL,
  expires text    COLLATE "C", -- NULL = never
  PRIMARY KEY (run, key)
);

-- A draw whose run was forgotten still counts, without a name.
CREATE TABLE draws (
  number   bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant   text   NOT NULL,
  grant_id text   NOT NULL,
  run      bigint REFERENCES runs,
  step     text   NOT NULL,
  amount   text   NOT NULL,
  currency text   NOT NULL,
  at       text   COLLATE "C" NOT NULL,
  state    text   NOT NULL,
  UNIQUE (run, step)
);
CREATE INDEX draws_of_grant ON draws (tenant, grant_id, at);

-- So does a report that is owed.
CREATE TABLE reports (
  id        bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant    text   NOT NULL,
  class     text   NOT NULL,
  grant_id  text   NOT NULL,
  run       bigint REFERENCES runs,
  step      text   NOT NULL,
  at        text   COLLATE "C" NOT NULL,
  delivered timestamptz, -- NULL = owed
  by_whom   text   NOT NULL
);
CREATE INDEX reports_of_run ON reports (run);
CREATE INDEX reports_owed ON reports (tenant, at) WHERE delivered IS NULL;

-- Approvals that were used, as hashes: they outlive their runs, and their names don't.
CREATE TABLE used (
  mark bytea PRIMARY KEY
);

SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;
CREATE SCHEMA planlint_fixture;
SET default_tablespace = '';
SET default_table_access_method = heap;
CREATE TABLE planlint_fixture.claims (
    run bigint NOT NULL,
    key text NOT NULL,
    step text NOT NULL,
    landed boolean NOT NULL,
    outcome bytea NOT NULL,
    expires text COLLATE pg_catalog."C"
);
CREATE TABLE planlint_fixture.draws (
    number bigint NOT NULL,
    tenant text NOT NULL,
    grant_id text NOT NULL,
    run bigint,
    step text NOT NULL,
    amount text NOT NULL,
    currency text NOT NULL,
    at text NOT NULL COLLATE pg_catalog."C",
    state text NOT NULL
);
ALTER TABLE planlint_fixture.draws ALTER COLUMN number ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME planlint_fixture.draws_number_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE SEQUENCE planlint_fixture.lease_token
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
CREATE TABLE planlint_fixture.records (
    run bigint NOT NULL,
    seq bigint NOT NULL,
    prev text NOT NULL,
    hash text NOT NULL,
    body bytea NOT NULL
);
CREATE TABLE planlint_fixture.reports (
    id bigint NOT NULL,
    tenant text NOT NULL,
    class text NOT NULL,
    grant_id text NOT NULL,
    run bigint,
    step text NOT NULL,
    at text NOT NULL COLLATE pg_catalog."C",
    delivered timestamp with time zone,
    by_whom text NOT NULL
);
ALTER TABLE planlint_fixture.reports ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME planlint_fixture.reports_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE planlint_fixture.runs (
    number bigint NOT NULL,
    tenant text NOT NULL,
    id text NOT NULL,
    agent text NOT NULL,
    plan text NOT NULL,
    goal bytea NOT NULL,
    status text NOT NULL,
    created timestamp with time zone NOT NULL,
    updated timestamp with time zone NOT NULL,
    seq bigint NOT NULL,
    head text NOT NULL,
    owner text NOT NULL,
    token bigint NOT NULL,
    until timestamp with time zone
);
ALTER TABLE planlint_fixture.runs ALTER COLUMN number ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME planlint_fixture.runs_number_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE planlint_fixture.used (
    mark bytea NOT NULL
);
CREATE TABLE planlint_fixture.version (
    number integer NOT NULL
);
INSERT INTO planlint_fixture.claims VALUES (1, 'k1', 's1', false, '\x', NULL);
INSERT INTO planlint_fixture.claims VALUES (1, 'k2', 's2', true, '\x7b7d00', '2026-03-04T05:06:07.123456789Z');
INSERT INTO planlint_fixture.draws OVERRIDING SYSTEM VALUE VALUES (1, 'acme', 'g1', 1, 's1', '1.50', 'EUR', '2026-03-04T05:06:07.123456789Z', 'spent');
INSERT INTO planlint_fixture.draws OVERRIDING SYSTEM VALUE VALUES (2, 'acme', 'g1', 1, 's2', '2', 'EUR', '2026-03-04T05:06:07.123456789Z', 'released');
INSERT INTO planlint_fixture.draws OVERRIDING SYSTEM VALUE VALUES (3, 'acme', 'g1', NULL, '', '0.25', 'EUR', '2026-03-04T05:06:07.123456789Z', 'held');
INSERT INTO planlint_fixture.records VALUES (1, 1, '0000000000000000000000000000000000000000000000000000000000000000', 'dc8aeffb7f9c76f3dc70f506b269f29c0fa89af01ee93cd43d88ebe688ec6a71', '\x6669727374206f662072756e5f31');
INSERT INTO planlint_fixture.records VALUES (1, 2, 'dc8aeffb7f9c76f3dc70f506b269f29c0fa89af01ee93cd43d88ebe688ec6a71', 'c7b4219678ce76adaf6ac33e846de24cb419cfc5bb9feb2a974b28dc258dbcf8', '\x74776f00ff');
INSERT INTO planlint_fixture.records VALUES (1, 3, 'c7b4219678ce76adaf6ac33e846de24cb419cfc5bb9feb2a974b28dc258dbcf8', 'f553ef1670801086b426f68c752d86ce3cad4afaa5038bfbf0cb90eaf689d8ad', '\x');
INSERT INTO planlint_fixture.records VALUES (3, 1, '0000000000000000000000000000000000000000000000000000000000000000', 'dc8aeffb7f9c76f3dc70f506b269f29c0fa89af01ee93cd43d88ebe688ec6a71', '\x6669727374206f662072756e5f31');
INSERT INTO planlint_fixture.reports OVERRIDING SYSTEM VALUE VALUES (1, 'acme', 'payments', 'g1', 1, 's1', '2026-03-04T05:06:07.123456789Z', NULL, '');
INSERT INTO planlint_fixture.reports OVERRIDING SYSTEM VALUE VALUES (2, 'acme', 'payments', 'g1', 1, 's2', '2026-03-04T05:06:07.123456789Z', '2026-11-30 14:27:13.223108+00', 'ann');
INSERT INTO planlint_fixture.runs OVERRIDING SYSTEM VALUE VALUES (1, 'acme', 'run_1', 'clerk', 'sha256:aa', '\x676f616c00ff', 'failed', '2026-11-30 14:27:13.197347+00', '2026-11-30 14:27:13.215607+00', 3, 'f553ef1670801086b426f68c752d86ce3cad4afaa5038bfbf0cb90eaf689d8ad', '', 1, NULL);
INSERT INTO planlint_fixture.runs OVERRIDING SYSTEM VALUE VALUES (3, 'other', 'run_1', 'clerk', 'sha256:aa', '\x7061792074686520696e766f696365', 'running', '2026-11-30 14:27:13.237597+00', '2026-11-30 14:27:13.237597+00', 1, 'dc8aeffb7f9c76f3dc70f506b269f29c0fa89af01ee93cd43d88ebe688ec6a71', 'me', 3, '2126-11-06 14:27:13.237597+00');
INSERT INTO planlint_fixture.used VALUES ('\xf5d4f86d3f58733e407c18e80deada12f7f0a6cc5d86a92cf07def67c6be4f5a');
INSERT INTO planlint_fixture.used VALUES ('\xeaf14c8efcb1aa09e7fde9565e8d89ad321b2ec8420b3bc0675b2239cef770bc');
INSERT INTO planlint_fixture.version VALUES (1);
SELECT pg_catalog.setval('planlint_fixture.draws_number_seq', 3, true);
SELECT pg_catalog.setval('planlint_fixture.lease_token', 3, true);
SELECT pg_catalog.setval('planlint_fixture.reports_id_seq', 2, true);
SELECT pg_catalog.setval('planlint_fixture.runs_number_seq', 3, true);
ALTER TABLE ONLY planlint_fixture.claims
    ADD CONSTRAINT claims_pkey PRIMARY KEY (run, key);
ALTER TABLE ONLY planlint_fixture.draws
    ADD CONSTRAINT draws_pkey PRIMARY KEY (number);
ALTER TABLE ONLY planlint_fixture.draws
    ADD CONSTRAINT draws_run_step_key UNIQUE (run, step);
ALTER TABLE ONLY planlint_fixture.records
    ADD CONSTRAINT records_pkey PRIMARY KEY (run, seq);
ALTER TABLE ONLY planlint_fixture.reports
    ADD CONSTRAINT reports_pkey PRIMARY KEY (id);
ALTER TABLE ONLY planlint_fixture.runs
    ADD CONSTRAINT runs_pkey PRIMARY KEY (number);
ALTER TABLE ONLY planlint_fixture.runs
    ADD CONSTRAINT runs_tenant_id_key UNIQUE (tenant, id);
ALTER TABLE ONLY planlint_fixture.used
    ADD CONSTRAINT used_pkey PRIMARY KEY (mark);
CREATE INDEX draws_of_grant ON planlint_fixture.draws USING btree (tenant, grant_id, at);
CREATE INDEX reports_of_run ON planlint_fixture.reports USING btree (run);
CREATE INDEX reports_owed ON planlint_fixture.reports USING btree (tenant, at) WHERE (delivered IS NULL);
ALTER TABLE ONLY planlint_fixture.claims
    ADD CONSTRAINT claims_run_fkey FOREIGN KEY (run) REFERENCES planlint_fixture.runs(number) ON DELETE CASCADE;
ALTER TABLE ONLY planlint_fixture.draws
    ADD CONSTRAINT draws_run_fkey FOREIGN KEY (run) REFERENCES planlint_fixture.runs(number);
ALTER TABLE ONLY planlint_fixture.records
    ADD CONSTRAINT records_run_fkey FOREIGN KEY (run) REFERENCES planlint_fixture.runs(number) ON DELETE CASCADE;
ALTER TABLE ONLY planlint_fixture.reports
    ADD CONSTRAINT reports_run_fkey FOREIGN KEY (run) REFERENCES planlint_fixture.runs(number);

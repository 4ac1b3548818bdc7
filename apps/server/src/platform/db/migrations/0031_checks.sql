-- Every check that was started. The id is at least 128 random bits: whoever has it can open the result.
CREATE TABLE checks (
  sub_id text PRIMARY KEY CHECK (sub_id ~ '^[0-9a-f]{32}$'),
  owner text NOT NULL,
  ticker text NOT NULL,
  parent text,
  subticker text,
  name text NOT NULL,
  network text,
  -- Canonical form.
  address text NOT NULL,
  status text NOT NULL DEFAULT 'running' CHECK (status IN ('running', 'done', 'failed')),
  -- Taken from the owner's balance, or reserved while it runs.
  charged boolean NOT NULL,
  idempotency_key text,
  created_at timestamptz NOT NULL,
  finished_at timestamptz,
  -- A running check whose process renews this no more was interrupted.
  lease_until timestamptz NOT NULL,
  progress real NOT NULL DEFAULT 0,
  riskscore smallint CHECK (riskscore BETWEEN 0 AND 5),
  method_version text,
  label_set_version text,
  tip_block text,
  tip_time timestamptz,
  -- The result as it was made, byte for byte; without the id and the time of the check.
  result text,
  CHECK ((status = 'done') = (result IS NOT NULL AND riskscore IS NOT NULL)),
  CHECK ((status = 'running') = (finished_at IS NULL))
);
CREATE INDEX checks_by_subject ON checks (owner, address, ticker, created_at DESC);
CREATE UNIQUE INDEX checks_by_idempotency_key ON checks (owner, idempotency_key) WHERE idempotency_key IS NOT NULL;
CREATE INDEX checks_running ON checks (lease_until) WHERE status = 'running';

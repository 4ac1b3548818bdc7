-- Checks by test keys (docs/decisions/0094). They are no checks: nothing is read, rated, signed or charged for them, and
-- what they answer follows from the published outcome of their address and from the time.
CREATE TABLE test_checks (
  id text PRIMARY KEY CHECK (id ~ '^chk_[0-9A-Za-z]{20}$'),
  workspace text NOT NULL REFERENCES workspaces ON DELETE CASCADE,
  api_key text NOT NULL,
  key_mode text NOT NULL GENERATED ALWAYS AS ('test') STORED,
  ticker text NOT NULL,
  parent text,
  address text NOT NULL,
  outcome text NOT NULL,
  reference text,
  metadata jsonb NOT NULL,
  created_at timestamptz NOT NULL,
  finishes_at timestamptz NOT NULL,
  cancelled_at timestamptz,
  CHECK (finishes_at >= created_at),
  FOREIGN KEY (api_key, key_mode) REFERENCES api_keys (id, mode) ON DELETE CASCADE
);
CREATE INDEX test_checks_of_workspace ON test_checks (workspace, created_at DESC, id DESC);
CREATE INDEX test_checks_by_reference ON test_checks (workspace, reference, created_at DESC, id DESC)
  WHERE reference IS NOT NULL;
CREATE INDEX test_checks_of_key ON test_checks (api_key);
ALTER TABLE test_checks ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_workspace ON test_checks TO assay_tenant USING (workspace = current_workspace());

-- One idempotency key in either mode is two keys.
ALTER TABLE api_answers ADD COLUMN mode text NOT NULL DEFAULT 'live' CHECK (mode IN ('live', 'test'));
ALTER TABLE api_answers ALTER COLUMN mode DROP DEFAULT;
ALTER TABLE api_answers DROP CONSTRAINT api_answers_pkey, ADD PRIMARY KEY (workspace, mode, key);

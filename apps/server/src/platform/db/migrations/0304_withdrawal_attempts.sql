-- Planned payments by API key, with what they were answered (docs/decisions/0102). No attempt of one mode can be of a key
-- of the other, and one of test mode has no checks, whatever the code does.
CREATE TABLE withdrawal_attempts (
  id text PRIMARY KEY CHECK (id ~ '^wat_[0-9A-Za-z]{20}$'),
  workspace text NOT NULL REFERENCES workspaces ON DELETE CASCADE,
  api_key text NOT NULL,
  mode text NOT NULL CHECK (mode IN ('live', 'test')),
  reference text,
  metadata jsonb NOT NULL,
  -- The ids by which the client retrieves its checks: ids of api_checks.
  checks text[] NOT NULL,
  -- What was rated, JSON, in the order in which it was answered.
  answer json NOT NULL,
  created_at timestamptz NOT NULL,
  FOREIGN KEY (api_key, mode) REFERENCES api_keys (id, mode) ON DELETE CASCADE,
  CHECK (mode = 'live' OR checks = '{}')
);
CREATE INDEX withdrawal_attempts_of_workspace ON withdrawal_attempts (workspace, mode, created_at DESC, id DESC);
CREATE INDEX withdrawal_attempts_by_reference
  ON withdrawal_attempts (workspace, mode, reference, created_at DESC, id DESC) WHERE reference IS NOT NULL;
CREATE INDEX withdrawal_attempts_of_key ON withdrawal_attempts (api_key);
ALTER TABLE withdrawal_attempts ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_workspace ON withdrawal_attempts TO assay_tenant USING (workspace = current_workspace());

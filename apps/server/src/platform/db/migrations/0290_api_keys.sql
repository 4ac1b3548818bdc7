-- Keys of the public API, and what they started (docs/decisions/0093). A key belongs to a workspace, not to who made it.
CREATE TABLE api_keys (
  id text PRIMARY KEY CHECK (id ~ '^key_[0-9A-Za-z]{16}$'),
  workspace text NOT NULL REFERENCES workspaces ON DELETE CASCADE,
  name text NOT NULL CHECK (name = btrim(name) AND length(name) BETWEEN 1 AND 80),
  -- SHA-256 of the whole key. It has 190 random bits, so nothing is gained by a slow hash.
  secret_hash bytea NOT NULL UNIQUE CHECK (length(secret_hash) = 32),
  hint text NOT NULL,
  -- The key before the last replacement works until then.
  former_hash bytea UNIQUE CHECK (length(former_hash) = 32),
  former_until timestamptz,
  scopes text[] NOT NULL CHECK (cardinality(scopes) > 0),
  address_ranges cidr[] NOT NULL,
  monthly_limit integer CHECK (monthly_limit > 0),
  api_version text NOT NULL,
  created_by text REFERENCES users ON DELETE SET NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz,
  revoked_at timestamptz,
  last_used_at timestamptz,
  CHECK ((former_hash IS NULL) = (former_until IS NULL))
);
CREATE INDEX api_keys_of_workspace ON api_keys (workspace, created_at DESC);
CREATE INDEX api_keys_by_maker ON api_keys (created_by);
ALTER TABLE api_keys ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_workspace ON api_keys TO assay_tenant USING (workspace = current_workspace());

-- A check as the client who asked for it names it; several may be of one check that ran once.
CREATE TABLE api_checks (
  id text PRIMARY KEY CHECK (id ~ '^chk_[0-9A-Za-z]{20}$'),
  workspace text NOT NULL REFERENCES workspaces ON DELETE CASCADE,
  api_key text NOT NULL REFERENCES api_keys ON DELETE CASCADE,
  -- Null while the check is being started: its credit counts for the limit of the key already.
  sub_id text REFERENCES checks ON DELETE CASCADE,
  reference text,
  metadata jsonb NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE INDEX api_checks_of_workspace ON api_checks (workspace, created_at DESC, id DESC) WHERE sub_id IS NOT NULL;
CREATE INDEX api_checks_by_reference ON api_checks (workspace, reference, created_at DESC, id DESC)
  WHERE reference IS NOT NULL AND sub_id IS NOT NULL;
CREATE INDEX api_checks_of_key ON api_checks (api_key, created_at);
CREATE INDEX api_checks_by_check ON api_checks (sub_id);
ALTER TABLE api_checks ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_workspace ON api_checks TO assay_tenant USING (workspace = current_workspace());

-- Answers to requests with an idempotency key, for 24 hours. Without a status, the request is under way.
CREATE TABLE api_answers (
  workspace text NOT NULL REFERENCES workspaces ON DELETE CASCADE,
  key text NOT NULL,
  -- SHA-256 of method, path and body.
  fingerprint bytea NOT NULL CHECK (length(fingerprint) = 32),
  claimed_at timestamptz NOT NULL,
  status smallint,
  body text,
  PRIMARY KEY (workspace, key),
  CHECK ((status IS NULL) = (body IS NULL))
);
CREATE INDEX api_answers_by_age ON api_answers (claimed_at);
ALTER TABLE api_answers ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_workspace ON api_answers TO assay_tenant USING (workspace = current_workspace());

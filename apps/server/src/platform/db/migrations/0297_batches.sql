-- Batches: many addresses checked by one request (docs/decisions/0096).

-- Whether a batch started the check: these do not count for the limit of single checks of a workspace.
ALTER TABLE checks ADD COLUMN of_batch boolean NOT NULL DEFAULT false;

CREATE TABLE batches (
  id text PRIMARY KEY CHECK (id ~ '^bat_[0-9A-Za-z]{20}$'),
  workspace text NOT NULL REFERENCES workspaces ON DELETE CASCADE,
  -- Null for one that a member made on the site.
  api_key text REFERENCES api_keys ON DELETE SET NULL,
  name text,
  metadata jsonb NOT NULL,
  -- For rows that name none.
  asset text,
  network text,
  -- 'receiving': a body is being read and nobody sees the batch; 'open': parts are uploaded by separate requests.
  status text NOT NULL CHECK (status IN ('receiving', 'open', 'running', 'paused', 'completed', 'canceled')),
  pause_reason text CHECK (pause_reason IN ('insufficient_checks', 'key_limit_reached', 'uncharged_limit')),
  paused_at timestamptz,
  -- Names of the other columns, in the order of their first row.
  columns text[] NOT NULL DEFAULT '{}',
  -- Rows by outcome; those of none of them wait or are being checked.
  row_count integer NOT NULL DEFAULT 0,
  invalid integer NOT NULL DEFAULT 0,
  rated integer NOT NULL DEFAULT 0,
  not_rated integer NOT NULL DEFAULT 0,
  failed integer NOT NULL DEFAULT 0,
  canceled integer NOT NULL DEFAULT 0,
  -- Check credits that its checks kept.
  charged integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  accepted_at timestamptz,
  ended_at timestamptz,
  -- When a server last took an address of it: the batch that waited longest is next.
  served_at timestamptz NOT NULL DEFAULT '-infinity',
  CHECK ((status = 'paused') = (pause_reason IS NOT NULL)),
  CHECK ((status IN ('completed', 'canceled')) = (ended_at IS NOT NULL)),
  CHECK (invalid + rated + not_rated + failed + canceled <= row_count)
);
CREATE INDEX batches_of_workspace ON batches (workspace, created_at DESC, id DESC);
CREATE INDEX batches_of_key ON batches (api_key);
CREATE INDEX batches_to_work ON batches (served_at) WHERE status = 'running';
CREATE INDEX batches_paused ON batches (paused_at) WHERE status = 'paused';
CREATE INDEX batches_by_end ON batches (ended_at) WHERE ended_at IS NOT NULL;
CREATE INDEX batches_unfinished ON batches (created_at) WHERE status IN ('receiving', 'open');
ALTER TABLE batches ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_workspace ON batches TO assay_tenant USING (workspace = current_workspace());

-- The parts that arrived whole. Rows of an upload that no part names are of a request that failed.
CREATE TABLE batch_parts (
  batch text NOT NULL REFERENCES batches ON DELETE CASCADE,
  part integer NOT NULL CHECK (part >= 0),
  upload uuid NOT NULL,
  row_count integer NOT NULL,
  bytes integer NOT NULL,
  sha256 bytea NOT NULL CHECK (length(sha256) = 32),
  columns text[] NOT NULL,
  PRIMARY KEY (batch, part)
);
ALTER TABLE batch_parts ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_workspace ON batch_parts TO assay_tenant USING (batch = ANY (ARRAY(SELECT id FROM batches)));

-- The rows as they arrived. One that cannot be checked has a code and, where it may be repeated, its text.
CREATE TABLE batch_rows (
  batch text NOT NULL REFERENCES batches ON DELETE CASCADE,
  upload uuid NOT NULL,
  number integer NOT NULL CHECK (number > 0),
  line integer NOT NULL,
  ticker text NOT NULL,
  -- Empty for a coin of its own network, so that equal rows are found by plain comparison.
  parent text NOT NULL,
  address text NOT NULL,
  reference text,
  -- The other columns, JSON.
  extra text,
  code text,
  detail text,
  PRIMARY KEY (batch, upload, number),
  CHECK ((code IS NULL) = (detail IS NULL))
);
ALTER TABLE batch_rows ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_workspace ON batch_rows TO assay_tenant USING (batch = ANY (ARRAY(SELECT id FROM batches)));

-- The different addresses of a batch: each is checked once, for all rows that name it.
CREATE TABLE batch_subjects (
  batch text NOT NULL REFERENCES batches ON DELETE CASCADE,
  ticker text NOT NULL,
  parent text NOT NULL,
  address text NOT NULL,
  -- Order of work.
  number integer NOT NULL,
  row_count integer NOT NULL,
  state text NOT NULL DEFAULT 'waiting'
    CHECK (state IN ('waiting', 'running', 'rated', 'not_rated', 'failed', 'canceled')),
  attempts integer NOT NULL DEFAULT 0,
  not_before timestamptz,
  -- The server that works on it, until the lease ends.
  run_by text,
  lease_until timestamptz,
  sub_id text REFERENCES checks ON DELETE SET NULL,
  -- What the key's client retrieves the check by.
  api_check text REFERENCES api_checks ON DELETE SET NULL,
  failure text,
  -- What its rows say of the result, JSON: whole results are much larger, and are removed when they are old.
  summary text,
  charged boolean NOT NULL DEFAULT false,
  PRIMARY KEY (batch, ticker, parent, address),
  UNIQUE (batch, number),
  CHECK ((state = 'running') = (run_by IS NOT NULL AND lease_until IS NOT NULL)),
  CHECK ((state IN ('rated', 'not_rated')) = (summary IS NOT NULL))
);
CREATE INDEX batch_subjects_waiting ON batch_subjects (batch, number) WHERE state = 'waiting';
CREATE INDEX batch_subjects_running ON batch_subjects (batch) WHERE state = 'running';
CREATE INDEX batch_subjects_by_check ON batch_subjects (sub_id);
CREATE INDEX batch_subjects_by_api_check ON batch_subjects (api_check);
ALTER TABLE batch_subjects ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_workspace ON batch_subjects TO assay_tenant USING (batch = ANY (ARRAY(SELECT id FROM batches)));

-- Checks of batches a day (UTC) that cost work of providers and no check credit.
CREATE TABLE batch_uncharged (
  workspace text NOT NULL REFERENCES workspaces ON DELETE CASCADE,
  day date NOT NULL,
  checks integer NOT NULL,
  PRIMARY KEY (workspace, day)
);
ALTER TABLE batch_uncharged ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_workspace ON batch_uncharged TO assay_tenant USING (workspace = current_workspace());

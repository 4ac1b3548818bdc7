-- What mails report to the owner of an account about signing in and factors, and what their links take back
-- (docs/decisions/0086).
CREATE TABLE account_notices (
  id text PRIMARY KEY CHECK (id ~ '^[0-9a-f]{32}$'),
  sub text NOT NULL REFERENCES users ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('new_device', 'factor_added', 'factor_removed', 'codes_renewed', 'code_used',
    'recovery_begun', 'recovery_waits', 'recovery_ready', 'recovery_cancelled', 'recovery_completed')),
  at timestamptz NOT NULL,
  -- From where it was done; null for what the product did by itself.
  device text,
  ip text,
  -- Id of the session, factor or recovery.
  target text,
  -- What the mail says of it, such as the name of a factor.
  detail text,
  -- The link works until then; null without a link.
  undo_until timestamptz,
  undone_at timestamptz,
  CHECK (undone_at IS NULL OR undo_until IS NOT NULL)
);
CREATE INDEX account_notices_by_user ON account_notices (sub, at DESC);
CREATE INDEX account_notices_by_age ON account_notices (at);

-- In which browsers a person signed in before: the hash of a cookie. No mail is sent about these.
CREATE TABLE known_browsers (
  sub text NOT NULL REFERENCES users ON DELETE CASCADE,
  browser_hash bytea NOT NULL,
  last_seen_at timestamptz NOT NULL,
  PRIMARY KEY (sub, browser_hash)
);
CREATE INDEX known_browsers_by_age ON known_browsers (last_seen_at);

-- Magic links. The token itself is kept nowhere: it is the id with a signature of the server's key.
CREATE TABLE magic_links (
  id text PRIMARY KEY CHECK (id ~ '^[0-9a-f]{32}$'),
  token_hash bytea NOT NULL,
  email text NOT NULL,
  mailbox_key text NOT NULL,
  accepts_terms boolean NOT NULL,
  -- Cookie of the browser that asked, hashed; only there the page confirms by itself.
  browser_hash bytea,
  -- The check that waits for it.
  check_request jsonb,
  -- What the mail says of who asked.
  asked_device text NOT NULL,
  asked_timezone text,
  asked_ip text,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at timestamptz
);
CREATE INDEX magic_links_by_mailbox ON magic_links (mailbox_key, created_at DESC);
CREATE INDEX magic_links_by_email ON magic_links (email, created_at DESC);
CREATE INDEX magic_links_by_age ON magic_links (created_at);

-- Where a user is signed in: one row a family of refresh tokens, of which the newest two are known by their hashes.
CREATE TABLE sessions (
  id text PRIMARY KEY CHECK (id ~ '^[0-9a-f]{32}$'),
  sub text NOT NULL REFERENCES users ON DELETE CASCADE,
  refresh_hash bytea NOT NULL,
  previous_hash bytea,
  rotated_at timestamptz NOT NULL,
  device text NOT NULL,
  created_at timestamptz NOT NULL,
  last_seen_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  ended_at timestamptz,
  end_reason text CHECK (end_reason IN ('logout', 'ended', 'reuse')),
  CHECK ((ended_at IS NULL) = (end_reason IS NULL))
);
CREATE INDEX sessions_by_user ON sessions (sub, created_at DESC) WHERE ended_at IS NULL;
CREATE INDEX sessions_by_expiry ON sessions (expires_at);

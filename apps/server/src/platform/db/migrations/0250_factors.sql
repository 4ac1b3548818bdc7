-- Second factors of accounts (docs/decisions/0083): passkeys and authenticator apps.
CREATE TABLE factors (
  id text PRIMARY KEY CHECK (id ~ '^[0-9a-f]{32}$'),
  sub text NOT NULL REFERENCES users ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('passkey', 'totp')),
  -- Given by the user.
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 60),
  created_at timestamptz NOT NULL,
  last_used_at timestamptz,
  -- TOTP: the secret, sealed with a key of the server, and the newest time step that was accepted.
  sealed_secret bytea,
  last_step bigint,
  -- Passkey (WebAuthn): what the authenticator registered.
  credential_id text UNIQUE,
  public_key bytea,
  sign_count bigint,
  transports text[],
  CHECK ((kind = 'totp') = (sealed_secret IS NOT NULL)),
  CHECK ((kind = 'passkey') = (credential_id IS NOT NULL AND public_key IS NOT NULL AND sign_count IS NOT NULL))
);
CREATE INDEX factors_by_user ON factors (sub, created_at);

-- Recovery codes, of which only keyed hashes are stored. All codes of an account are made together.
CREATE TABLE recovery_codes (
  sub text NOT NULL REFERENCES users ON DELETE CASCADE,
  code_hash bytea NOT NULL,
  created_at timestamptz NOT NULL,
  used_at timestamptz,
  PRIMARY KEY (sub, code_hash)
);

-- What the server asked and awaits an answer to, once: a WebAuthn challenge, or the first code of a new authenticator app.
CREATE TABLE factor_challenges (
  id text PRIMARY KEY CHECK (id ~ '^[0-9a-f]{32}$'),
  purpose text NOT NULL CHECK (purpose IN ('enrol_totp', 'enrol_passkey', 'sign_in', 'second_step', 'step_up')),
  -- Null for signing in by a passkey: who it is follows from the answer.
  sub text REFERENCES users ON DELETE CASCADE,
  challenge text,
  sealed_secret bytea,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  CHECK ((sub IS NULL) = (purpose = 'sign_in')),
  CHECK ((purpose = 'enrol_totp') = (sealed_secret IS NOT NULL)),
  CHECK ((purpose = 'enrol_totp') = (challenge IS NULL))
);
CREATE INDEX factor_challenges_by_expiry ON factor_challenges (expires_at);
CREATE INDEX factor_challenges_by_user ON factor_challenges (sub);

-- Codes and passkeys that were refused, for the limit that all servers share.
CREATE TABLE factor_failures (
  sub text NOT NULL REFERENCES users ON DELETE CASCADE,
  failed_at timestamptz NOT NULL
);
CREATE INDEX factor_failures_by_user ON factor_failures (sub, failed_at DESC);

-- Sign-ins that wait for the second factor. They open nothing: the session is made once the factor was given.
CREATE TABLE pending_sign_ins (
  id text PRIMARY KEY CHECK (id ~ '^[0-9a-f]{32}$'),
  sub text NOT NULL REFERENCES users ON DELETE CASCADE,
  token_hash bytea NOT NULL,
  -- How the person came here, such as by a link.
  method text NOT NULL,
  device text NOT NULL,
  -- The link, for the check that travelled with it, and whether this browser asked for it.
  link_id text,
  same_browser boolean NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX pending_sign_ins_by_expiry ON pending_sign_ins (expires_at);
CREATE INDEX pending_sign_ins_by_user ON pending_sign_ins (sub);

-- How the session was opened, and when its user last proved to be the owner by a factor.
ALTER TABLE sessions
  ADD COLUMN methods text[] NOT NULL DEFAULT '{link}',
  ADD COLUMN stepped_up_at timestamptz;

-- Texts that were given to sign, to show control of the disputed address: each counts once, until it expires by the clock
-- of the database.
CREATE TABLE dispute_challenge (
  nonce text PRIMARY KEY CHECK (nonce ~ '^[0-9a-f]{32}$'),
  dispute_id integer NOT NULL REFERENCES dispute ON DELETE CASCADE,
  -- Exactly what is signed.
  text text NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at timestamptz,
  -- The scheme of the signature that was accepted.
  scheme text,
  CHECK ((used_at IS NULL) = (scheme IS NULL))
);
CREATE INDEX dispute_challenge_of ON dispute_challenge (dispute_id);

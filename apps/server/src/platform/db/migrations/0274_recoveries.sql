-- Recovery by mail of who has lost all factors and recovery codes (docs/decisions/0086).
CREATE TABLE recoveries (
  id text PRIMARY KEY CHECK (id ~ '^[0-9a-f]{32}$'),
  sub text NOT NULL REFERENCES users ON DELETE CASCADE,
  begun_at timestamptz NOT NULL,
  -- The end of the waiting period, and until when the recovery can then be completed.
  ready_at timestamptz NOT NULL CHECK (ready_at > begun_at),
  expires_at timestamptz NOT NULL CHECK (expires_at > ready_at),
  -- When the next mail about it is due.
  next_mail_at timestamptz NOT NULL,
  ended_at timestamptz,
  outcome text CHECK (outcome IN ('cancelled', 'completed', 'expired')),
  CHECK ((ended_at IS NULL) = (outcome IS NULL))
);
-- One at a time.
CREATE UNIQUE INDEX recoveries_open ON recoveries (sub) WHERE ended_at IS NULL;
CREATE INDEX recoveries_by_user ON recoveries (sub, begun_at DESC);
CREATE INDEX recoveries_due ON recoveries (next_mail_at) WHERE ended_at IS NULL;

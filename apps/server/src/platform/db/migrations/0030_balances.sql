-- What an owner of checks has left, and what running checks hold of it.
CREATE TABLE balances (
  owner text PRIMARY KEY,
  checks integer NOT NULL CHECK (checks >= 0)
);

CREATE TABLE reservations (
  -- Id of the check that holds it.
  reference text PRIMARY KEY,
  owner text NOT NULL REFERENCES balances,
  state text NOT NULL DEFAULT 'held' CHECK (state IN ('held', 'taken', 'released')),
  created_at timestamptz NOT NULL,
  settled_at timestamptz,
  CHECK ((state = 'held') = (settled_at IS NULL))
);
CREATE INDEX reservations_held ON reservations (owner) WHERE state = 'held';

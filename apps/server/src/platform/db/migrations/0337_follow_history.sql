-- What happened while networks were followed: reorganisations, and how often a node gave no usable answer.
CREATE TABLE followed_reorganisations (
  network text NOT NULL REFERENCES followed_networks ON DELETE CASCADE,
  -- Counts all of a network, also those that are no longer kept.
  number bigint NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- The last block that stayed.
  height bigint NOT NULL,
  -- Blocks that were undone, and their records.
  depth integer NOT NULL CHECK (depth > 0),
  records bigint NOT NULL CHECK (records >= 0),
  PRIMARY KEY (network, number)
);

CREATE TABLE followed_faults (
  network text NOT NULL REFERENCES followed_networks ON DELETE CASCADE,
  -- As the code names it, such as `unreachable`; each once a network.
  kind text NOT NULL,
  count bigint NOT NULL CHECK (count > 0),
  last_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (network, kind)
);

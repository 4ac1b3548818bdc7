-- Assets that were added to a network which was followed already. Their earlier blocks are loaded beside the others,
-- only final ones, until the asset joins the others at the last stored block.
CREATE TABLE followed_additions (
  network text NOT NULL REFERENCES followed_networks ON DELETE CASCADE,
  ticker text NOT NULL,
  from_height bigint NOT NULL CHECK (from_height >= 0),
  -- The last loaded block; null before the first.
  height bigint,
  hash text,
  -- Null while it is loaded.
  joined_at timestamptz,
  blocks_per_second double precision,
  records_per_second double precision,
  problem text,
  problem_at timestamptz,
  PRIMARY KEY (network, ticker),
  CHECK ((height IS NULL) = (hash IS NULL)),
  CHECK ((problem IS NULL) = (problem_at IS NULL))
);

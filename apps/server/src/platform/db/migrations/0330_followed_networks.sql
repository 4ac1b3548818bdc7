-- Networks that are followed from a node of the operator's own: how far, by whose word, and which process does it.
CREATE TABLE followed_networks (
  network text PRIMARY KEY,
  -- Chain id of an EVM network, else the hash of the first block: records of two chains are never mixed.
  identity text NOT NULL,
  -- Tickers of the followed assets.
  assets text[] NOT NULL,
  from_height bigint NOT NULL CHECK (from_height >= 0),
  -- The last block whose records are stored; null before the first.
  height bigint,
  hash text,
  parent_hash text,
  time bigint,
  -- Up to here no block is undone any more; -1 for none.
  final_height bigint NOT NULL DEFAULT -1,
  state text NOT NULL DEFAULT 'stopped' CHECK (state IN ('catching-up', 'at-tip', 'waiting', 'stopped')),
  -- The node, without credentials, and its newest block.
  node text,
  node_height bigint,
  node_time bigint,
  node_said_at timestamptz,
  blocks_per_second double precision,
  records_per_second double precision,
  -- Parts that the node does not provide.
  lacks text[] NOT NULL DEFAULT '{}',
  problem text,
  problem_at timestamptz,
  -- The process that follows the network, until its lease ends. Each new process gets the next token, and every
  -- transaction that writes records checks it: one that lost its lease cannot commit.
  run_by text,
  token bigint NOT NULL DEFAULT 0,
  lease_until timestamptz,
  updated_at timestamptz NOT NULL DEFAULT now(),
  CHECK ((height IS NULL) = (hash IS NULL) AND (height IS NULL) = (parent_hash IS NULL)
         AND (height IS NULL) = (time IS NULL)),
  CHECK ((problem IS NULL) = (problem_at IS NULL)),
  CHECK ((lease_until IS NULL) = (run_by IS NULL))
) WITH (fillfactor = 50);

-- The newest stored blocks, down to the last that is final: a reorganisation is found and undone by them.
CREATE TABLE followed_blocks (
  network text NOT NULL REFERENCES followed_networks ON DELETE CASCADE,
  height bigint NOT NULL,
  hash text NOT NULL,
  parent_hash text NOT NULL,
  time bigint NOT NULL,
  -- Contracts that were not known before this block; forgotten with it.
  contracts text[] NOT NULL DEFAULT '{}',
  PRIMARY KEY (network, height)
);

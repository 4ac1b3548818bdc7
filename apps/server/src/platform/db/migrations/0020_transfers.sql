-- Records of transfers, per ledger: one asset on one network.
CREATE TABLE ledgers (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  network text NOT NULL,
  ticker text NOT NULL,
  -- Every record since the chain's or token's beginning is held: no opening balance is missing.
  from_beginning boolean NOT NULL DEFAULT false,
  -- Transfers, or transactions of a coin network.
  records bigint NOT NULL DEFAULT 0,
  addresses bigint NOT NULL DEFAULT 0,
  -- Rises by one with each change of the records.
  revision bigint NOT NULL DEFAULT 0,
  UNIQUE (network, ticker)
);

CREATE TABLE accounts (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  ledger_id integer NOT NULL REFERENCES ledgers,
  address text NOT NULL,
  role text NOT NULL DEFAULT 'account' CHECK (role IN ('account', 'fee', 'issuer')),
  opening numeric NOT NULL DEFAULT 0,
  opening_known boolean NOT NULL DEFAULT false,
  -- Older records exist at a source that can be asked, and were not fetched.
  opening_unread boolean NOT NULL DEFAULT false,
  -- An outflow once exceeded the known balance: records are missing for certain.
  short boolean NOT NULL DEFAULT false,
  balance numeric NOT NULL DEFAULT 0,
  last_position bigint NOT NULL DEFAULT -1,
  inflows integer NOT NULL DEFAULT 0,
  outflows integer NOT NULL DEFAULT 0,
  received numeric NOT NULL DEFAULT 0,
  sent numeric NOT NULL DEFAULT 0,
  first_time bigint,
  last_time bigint,
  UNIQUE (ledger_id, address)
) WITH (fillfactor = 80);

CREATE TABLE transfers (
  ledger_id integer NOT NULL,
  -- time * 2^21 + rank among the records of that second: depends on the set of records only.
  position bigint NOT NULL,
  from_id bigint NOT NULL,
  to_id bigint NOT NULL,
  amount numeric NOT NULL CHECK (amount > 0),
  inflow_share double precision NOT NULL,
  covered double precision NOT NULL,
  outflow_share double precision NOT NULL,
  time bigint NOT NULL,
  block bigint NOT NULL,
  transaction_index integer,
  -- 0 fee, 1 native, 2 internal, 3 token: their order within a transaction.
  kind smallint NOT NULL,
  -- Log or trace index; null where the source gives none.
  record_index integer,
  ordinal integer NOT NULL,
  transaction_id text NOT NULL,
  PRIMARY KEY (ledger_id, position)
);

-- One covering index per direction serves the walk without touching the table.
CREATE INDEX transfers_by_receiver ON transfers (to_id, position DESC)
  INCLUDE (from_id, amount, inflow_share, covered, outflow_share, time);
CREATE INDEX transfers_by_sender ON transfers (from_id, position)
  INCLUDE (to_id, amount, inflow_share, covered, outflow_share, time);

CREATE TABLE coin_transactions (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  ledger_id integer NOT NULL REFERENCES ledgers,
  transaction_id text NOT NULL,
  -- False: only known because a later transaction spends one of its outputs.
  held boolean NOT NULL DEFAULT false,
  -- block * 2^20 + rank in the block, parents before children; null while not held.
  position bigint,
  block bigint,
  block_index integer,
  time bigint,
  coinbase boolean NOT NULL DEFAULT false,
  UNIQUE (ledger_id, transaction_id)
);
CREATE INDEX coin_transactions_by_block ON coin_transactions (ledger_id, block) WHERE held;
CREATE INDEX coin_transactions_in_order ON coin_transactions (ledger_id, position) WHERE held;

-- Every output stands once, created by one transaction and spent by at most one: m + n records a transaction.
CREATE TABLE coin_outputs (
  created_by bigint NOT NULL,
  output_index integer NOT NULL,
  owner_id bigint,
  -- Null while only a spending input without a value tells of it.
  amount numeric CHECK (amount >= 0),
  spent_by bigint,
  input_index integer,
  -- Positions of both transactions again, for paging an owner's history from the index alone.
  created_position bigint,
  spent_position bigint,
  PRIMARY KEY (created_by, output_index) INCLUDE (owner_id, amount, spent_by)
);
CREATE INDEX coin_outputs_by_spender ON coin_outputs (spent_by, input_index)
  INCLUDE (created_by, output_index, owner_id, amount) WHERE spent_by IS NOT NULL;
CREATE INDEX coin_outputs_by_owner_created ON coin_outputs (owner_id, created_position) INCLUDE (created_by)
  WHERE owner_id IS NOT NULL;
CREATE INDEX coin_outputs_by_owner_spent ON coin_outputs (owner_id, spent_position) INCLUDE (spent_by)
  WHERE owner_id IS NOT NULL AND spent_by IS NOT NULL;

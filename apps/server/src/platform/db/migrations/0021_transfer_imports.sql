-- One run of the importer. Its rows wait in the staging tables until every file was read.
CREATE TABLE transfer_imports (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- What is imported, so that the same command finds its interrupted run again.
  fingerprint text NOT NULL UNIQUE,
  format text NOT NULL,
  state text NOT NULL CHECK (state IN ('reading', 'appending', 'done')),
  started_at timestamptz NOT NULL DEFAULT now(),
  finished_at timestamptz,
  counts jsonb NOT NULL DEFAULT '{}'
);

CREATE TABLE transfer_import_files (
  import_id bigint NOT NULL REFERENCES transfer_imports ON DELETE CASCADE,
  sha256 text NOT NULL,
  name text NOT NULL,
  -- Rows of the file whose effect is committed; reading goes on behind them.
  rows_read bigint NOT NULL DEFAULT 0,
  done boolean NOT NULL DEFAULT false,
  PRIMARY KEY (import_id, sha256)
);

CREATE TABLE transfer_import_rejects (
  import_id bigint NOT NULL REFERENCES transfer_imports ON DELETE CASCADE,
  sha256 text NOT NULL,
  row_number bigint NOT NULL,
  reason text NOT NULL,
  content text NOT NULL,
  PRIMARY KEY (import_id, sha256, row_number)
);

-- Transfers read and not yet appended. Without a time they wait for the time of their block.
CREATE TABLE staged_transfers (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  import_id bigint NOT NULL,
  network text NOT NULL,
  ticker text NOT NULL,
  time bigint,
  block bigint NOT NULL,
  transaction_index integer,
  transaction_id text NOT NULL,
  kind smallint NOT NULL,
  record_index integer,
  ordinal integer NOT NULL,
  from_address text NOT NULL,
  to_address text NOT NULL,
  amount numeric NOT NULL
);
CREATE INDEX staged_transfers_in_order ON staged_transfers (network, ticker, time, id);

-- Balances from before the first record held.
CREATE TABLE staged_openings (
  import_id bigint NOT NULL,
  network text NOT NULL,
  ticker text NOT NULL,
  address text NOT NULL,
  amount numeric NOT NULL,
  PRIMARY KEY (import_id, network, ticker, address)
);

CREATE TABLE staged_coin_transactions (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  import_id bigint NOT NULL,
  network text NOT NULL,
  block bigint NOT NULL,
  block_index integer,
  body jsonb NOT NULL
);
CREATE INDEX staged_coin_transactions_in_order ON staged_coin_transactions (network, block, block_index, id);

-- Facts that several files tell together: a block's time, a transaction with its receipt.
CREATE TABLE evm_blocks (
  network text NOT NULL,
  number bigint NOT NULL,
  time bigint NOT NULL,
  PRIMARY KEY (network, number)
);

CREATE TABLE evm_transactions (
  network text NOT NULL,
  hash text NOT NULL,
  block bigint NOT NULL,
  transaction_index integer NOT NULL,
  -- Null while only the receipt was read.
  from_address text,
  to_address text,
  value numeric,
  gas_price numeric,
  -- Null while only the transaction was read.
  gas_used numeric,
  effective_gas_price numeric,
  status smallint,
  contract_address text,
  has_receipt boolean NOT NULL DEFAULT false,
  has_traces boolean NOT NULL DEFAULT false,
  -- Facts changed since its native records were last derived; by the import that told the last of them.
  dirty boolean NOT NULL DEFAULT true,
  import_id bigint NOT NULL,
  PRIMARY KEY (network, hash)
);
CREATE INDEX evm_transactions_dirty ON evm_transactions (network, block, transaction_index) WHERE dirty;
CREATE INDEX evm_transactions_incomplete ON evm_transactions (network) WHERE NOT (has_receipt AND has_traces);

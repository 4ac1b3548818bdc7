-- Netted flows of account ledgers (version 3 of the method): derived from the records and nothing else, so that they can
-- be dropped and built again. A ledger without them costs nothing.
ALTER TABLE ledgers ADD COLUMN has_flows boolean NOT NULL DEFAULT false;
-- What the import says of the ledger: of each of its transactions, all records of all assets are stored. Read while flows
-- are built and kept.
ALTER TABLE ledgers ADD COLUMN holds_transactions_whole boolean NOT NULL DEFAULT false;

CREATE TABLE flows (
  -- time * 2^21 + rank among the flows of that second: depends on the set of records only.
  position bigint NOT NULL,
  -- Accounts; below 0 the pool of a part, which is minus the position of the part's first flow.
  from_id bigint NOT NULL,
  to_id bigint NOT NULL,
  inflow_share double precision NOT NULL,
  covered double precision NOT NULL,
  ledger_id integer NOT NULL,
  -- Ranks in the second: of the first record of its transaction among the records, ...
  record_rank integer NOT NULL,
  -- ... of the first flow of its transaction, ...
  transaction_rank integer NOT NULL,
  -- ... and of the first flow of its part where an account of it passed money on, else -1.
  part_rank integer NOT NULL,
  -- Sum of 1 the receiver gave another asset, 2 the payer received one, 4 what is bad counts alone, 8 the transaction is
  -- unread, 16 a fee.
  marks smallint NOT NULL,
  amount numeric NOT NULL CHECK (amount > 0),
  PRIMARY KEY (ledger_id, position)
) PARTITION BY LIST (ledger_id);

-- One covering index per direction, as transfers have; the amount is last, so that nothing is filled up before it.
CREATE INDEX flows_by_receiver ON flows (to_id, position DESC)
  INCLUDE (from_id, inflow_share, covered, transaction_rank, part_rank, marks, amount);
CREATE INDEX flows_by_sender ON flows (from_id, position)
  INCLUDE (to_id, inflow_share, covered, transaction_rank, part_rank, marks, amount);

-- What the flows say of an account; one without flows has no row.
CREATE TABLE flow_accounts (
  id bigint NOT NULL,
  last_position bigint NOT NULL,
  -- First flow out of it that its balance did not cover.
  first_shortfall bigint,
  ledger_id integer NOT NULL,
  balance numeric NOT NULL,
  PRIMARY KEY (ledger_id, id)
) PARTITION BY LIST (ledger_id);

-- Events of the issuers' contracts that froze an address or released it, from final blocks, and how far each contract was
-- read. Labels are made from them again at every update; a reading that was cut off goes on from here.
CREATE TABLE freeze_event (
  network text NOT NULL,
  contract text NOT NULL,
  transaction text NOT NULL,
  -- Of the log within its block; on Tron within its transaction.
  log_index integer NOT NULL,
  block bigint NOT NULL,
  happened_at timestamptz NOT NULL,
  address text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('frozen', 'released')),
  PRIMARY KEY (network, contract, transaction, log_index)
);
CREATE INDEX freeze_event_address ON freeze_event (network, contract, address COLLATE "C", happened_at, block, log_index);

CREATE TABLE freeze_reading (
  network text NOT NULL,
  contract text NOT NULL,
  -- Every event up to here is stored: a block, on Tron a time in milliseconds.
  read_to bigint NOT NULL,
  PRIMARY KEY (network, contract)
);

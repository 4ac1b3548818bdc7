-- What was read of chains live, kept so that no provider is asked the same twice. Everything here can be thrown away:
-- it is read again when it is needed.

-- Where a network stood when it was last asked; checks within a minute or so share it.
CREATE TABLE live_tips (
  network text PRIMARY KEY,
  block bigint NOT NULL,
  time bigint NOT NULL,
  final_block bigint NOT NULL,
  final_time bigint NOT NULL,
  provider text NOT NULL,
  asked_at timestamptz NOT NULL
);

-- One account's history in one asset. Marks are seconds on account networks and heights on coin networks.
CREATE TABLE live_accounts (
  network text NOT NULL,
  ticker text NOT NULL,
  address text NOT NULL,
  -- First mark held; null from the account's beginning.
  from_mark bigint,
  -- Balance just before the first record held; null where nobody knows.
  opening numeric,
  -- Up to here records are final and stand for ever.
  settled_until bigint NOT NULL,
  -- Up to here records were held when they were read; those above the settled mark may have been undone since.
  checked_until bigint NOT NULL,
  is_whole boolean NOT NULL,
  is_contract boolean,
  -- Other ends of its transfers that the provider calls contracts, as a JSON list.
  contracts text NOT NULL,
  counterparties bigint,
  transactions bigint,
  received numeric,
  sent numeric,
  -- Records at or below the settled mark, and above it; on coin networks ids of transactions.
  settled text NOT NULL,
  loose text NOT NULL,
  provider text NOT NULL,
  checked_at timestamptz NOT NULL,
  PRIMARY KEY (network, ticker, address)
);
CREATE INDEX live_accounts_by_age ON live_accounts (checked_at);

-- Transactions of coin networks, whoever asked for them.
CREATE TABLE live_coin_transactions (
  network text NOT NULL,
  transaction_id text NOT NULL,
  block bigint NOT NULL,
  body text NOT NULL,
  -- At that height the transaction and its spenders stood so; what is final stands for ever.
  checked_until bigint NOT NULL,
  is_settled boolean NOT NULL,
  -- Spenders of its outputs; null while nobody was asked.
  spends text,
  spends_until bigint,
  -- Every output is spent by a final transaction: nothing can change any more.
  spends_settled boolean NOT NULL DEFAULT false,
  checked_at timestamptz NOT NULL,
  PRIMARY KEY (network, transaction_id)
);
CREATE INDEX live_coin_transactions_by_age ON live_coin_transactions (checked_at);

-- What a check read of a chain: with the histories above it comes to the same bytes again.
CREATE TABLE live_cuts (
  sub_id text PRIMARY KEY REFERENCES checks ON DELETE CASCADE,
  cut text NOT NULL
);

-- Why a check has no result; null for those of earlier versions.
ALTER TABLE checks ADD COLUMN failure text;

-- Who paid an account and whom it paid, summed once for each account and last record (docs/decisions/0103). Both tables
-- are computed from records and hold nothing of a workspace. They are not logged: a crash empties them together, and a
-- list is computed again when it is next opened.
CREATE UNLOGGED TABLE counterparty_lists (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  ledger_id integer NOT NULL,
  account_id bigint NOT NULL,
  -- The last record of the account that the list counts.
  until_position bigint NOT NULL,
  -- Of the transfer ledger, when the list was begun.
  revision bigint NOT NULL,
  stage text NOT NULL CHECK (stage IN ('incoming', 'outgoing', 'both', 'naming', 'done')),
  -- Where the stage continues: after this position while records are summed, after this party while it names them.
  reached bigint NOT NULL DEFAULT -1,
  reached_direction text NOT NULL DEFAULT 'bwd',
  -- Dollars of one coin: the same on all days, or by day since 1970. Without both, amounts have no dollars.
  constant_price numeric,
  price_days integer[] NOT NULL,
  price_usd numeric[] NOT NULL,
  -- Digest of the labels that the parties were named by.
  labels text,
  -- Sums of both directions; dollars in base units, null where a record has no price.
  records bigint NOT NULL DEFAULT 0,
  received numeric NOT NULL DEFAULT 0,
  received_records bigint NOT NULL DEFAULT 0,
  received_usd numeric,
  sent numeric NOT NULL DEFAULT 0,
  sent_records bigint NOT NULL DEFAULT 0,
  sent_usd numeric,
  payers bigint NOT NULL DEFAULT 0,
  payees bigint NOT NULL DEFAULT 0,
  used_at timestamptz NOT NULL,
  UNIQUE (ledger_id, account_id, until_position)
);
CREATE INDEX counterparty_lists_by_use ON counterparty_lists (used_at);

CREATE UNLOGGED TABLE counterparties (
  list_id bigint NOT NULL,
  -- 'bwd': paid the account; 'fwd': was paid by it.
  direction text NOT NULL CHECK (direction IN ('bwd', 'fwd')),
  -- An account; below 0 what no address can be named for: -1 unknown, -2 new coins, -3 the fee of a transaction.
  party_id bigint NOT NULL,
  amount numeric NOT NULL,
  records integer NOT NULL,
  first_time bigint NOT NULL,
  last_time bigint NOT NULL,
  -- Base units times dollars of one coin; null where a record has no price.
  usd numeric,
  -- All that follows is written when the party is named.
  named boolean NOT NULL DEFAULT false,
  address text COLLATE "C",
  role text,
  entity text,
  category text,
  source text,
  confidence smallint,
  derived boolean,
  -- The entity in lower case; what has none comes last.
  name_order text COLLATE "C",
  PRIMARY KEY (list_id, direction, party_id)
);
-- One index an order: a page reads its rows and no others. Rows enter them when they are named.
CREATE INDEX counterparties_by_amount ON counterparties (list_id, direction, amount, party_id) WHERE named;
CREATE INDEX counterparties_by_records ON counterparties (list_id, direction, records, party_id) WHERE named;
CREATE INDEX counterparties_by_first ON counterparties (list_id, direction, first_time, party_id) WHERE named;
CREATE INDEX counterparties_by_last ON counterparties (list_id, direction, last_time, party_id) WHERE named;
CREATE INDEX counterparties_by_name ON counterparties (list_id, direction, name_order, party_id) WHERE named;
-- Labelled parties are few: a category, and a part of a name, are looked for among them.
CREATE INDEX counterparties_labelled ON counterparties (list_id, direction, category, amount, party_id)
  WHERE named AND category IS NOT NULL;
CREATE INDEX counterparties_by_address ON counterparties (list_id, direction, address) WHERE named;

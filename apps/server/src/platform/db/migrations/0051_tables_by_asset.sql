-- Records and accounts of an asset stand in tables of their own, named transfers_N and accounts_N by ledger: a new
-- asset is filled without an index and without being seen, and no asset makes another's walks longer.
ALTER TABLE transfers RENAME TO former_transfers;
ALTER TABLE former_transfers RENAME CONSTRAINT transfers_pkey TO former_transfers_pkey;
ALTER INDEX transfers_by_receiver RENAME TO former_transfers_by_receiver;
ALTER INDEX transfers_by_sender RENAME TO former_transfers_by_sender;
ALTER TABLE accounts RENAME TO former_accounts;
ALTER TABLE former_accounts RENAME CONSTRAINT accounts_pkey TO former_accounts_pkey;
ALTER TABLE former_accounts RENAME CONSTRAINT accounts_ledger_id_address_key TO former_accounts_by_address;

-- Ids are unique over all assets.
CREATE SEQUENCE account_ids;
SELECT setval('account_ids', coalesce(max(id), 0) + 1, false) FROM former_accounts;

CREATE TABLE accounts (
  id bigint NOT NULL DEFAULT nextval('account_ids'),
  ledger_id integer NOT NULL,
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
  PRIMARY KEY (ledger_id, id),
  CONSTRAINT accounts_by_address UNIQUE (ledger_id, address)
) PARTITION BY LIST (ledger_id);
-- A walk asks which accounts of an asset are so; most assets have none.
CREATE INDEX accounts_opening_unread ON accounts (ledger_id, id) WHERE opening_unread;

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
) PARTITION BY LIST (ledger_id);

-- One covering index per direction serves the walk without touching the table; the time is in the position.
CREATE INDEX transfers_by_receiver ON transfers (to_id, position DESC)
  INCLUDE (from_id, amount, inflow_share, covered, outflow_share);
CREATE INDEX transfers_by_sender ON transfers (from_id, position)
  INCLUDE (to_id, amount, inflow_share, covered, outflow_share);

DO $$
DECLARE
  ledger integer;
BEGIN
  FOR ledger IN SELECT id FROM ledgers ORDER BY id LOOP
    EXECUTE format('CREATE TABLE accounts_%s (LIKE accounts INCLUDING DEFAULTS INCLUDING CONSTRAINTS)
                    WITH (fillfactor = 80)', ledger);
    EXECUTE format('INSERT INTO accounts_%s (id, ledger_id, address, role, opening, opening_known, opening_unread, short,
                      balance, last_position, inflows, outflows, received, sent, first_time, last_time)
                    SELECT id, ledger_id, address, role, opening, opening_known, opening_unread, short,
                      balance, last_position, inflows, outflows, received, sent, first_time, last_time
                      FROM former_accounts WHERE ledger_id = %s', ledger, ledger);
    EXECUTE format('ALTER TABLE accounts ATTACH PARTITION accounts_%s FOR VALUES IN (%s)', ledger, ledger);
    EXECUTE format('CREATE TABLE transfers_%s (LIKE transfers INCLUDING DEFAULTS INCLUDING CONSTRAINTS)', ledger);
    EXECUTE format('INSERT INTO transfers_%s SELECT ledger_id, position, from_id, to_id, amount, inflow_share, covered,
                      outflow_share, time, block, transaction_index, kind, record_index, ordinal, transaction_id
                      FROM former_transfers WHERE ledger_id = %s ORDER BY position', ledger, ledger);
    EXECUTE format('ALTER TABLE transfers ATTACH PARTITION transfers_%s FOR VALUES IN (%s)', ledger, ledger);
  END LOOP;
END
$$;

DROP TABLE former_transfers;
DROP TABLE former_accounts;

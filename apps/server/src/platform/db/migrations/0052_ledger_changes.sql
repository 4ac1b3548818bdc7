-- Where each change of an asset's records begins, so that whoever holds them in memory reads on from there.
CREATE TABLE ledger_changes (
  ledger_id integer NOT NULL REFERENCES ledgers ON DELETE CASCADE,
  revision bigint NOT NULL,
  -- Nothing before this place changed; -1 where an opening balance did.
  from_position bigint NOT NULL,
  PRIMARY KEY (ledger_id, revision)
);

-- Records that were written into immutable files. A change of a record that a set holds is noted here, because the
-- files cannot change: the set is then no longer the transfer ledger, and is written again in another folder.
CREATE TABLE segment_sets (
  id uuid PRIMARY KEY,
  ledger_id integer NOT NULL REFERENCES ledgers ON DELETE CASCADE,
  -- No file of the set holds a later record.
  last_position bigint NOT NULL,
  -- The first position of the set that changed after it was written.
  changed_from bigint,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX segment_sets_by_ledger ON segment_sets (ledger_id);

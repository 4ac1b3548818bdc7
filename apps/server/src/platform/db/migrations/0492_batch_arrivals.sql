-- Parts of open batches whose rows are being stored. Each has its room in the batch before its first row is stored, so that
-- parts that arrive together are never more than a batch may have.
CREATE TABLE batch_arrivals (
  batch text NOT NULL REFERENCES batches ON DELETE CASCADE,
  part integer NOT NULL CHECK (part >= 0),
  upload uuid NOT NULL,
  row_count integer NOT NULL,
  bytes integer NOT NULL,
  -- By the clock of the database. Later, its server has ended, and the part can be sent again.
  until timestamptz NOT NULL,
  PRIMARY KEY (batch, part)
);
ALTER TABLE batch_arrivals ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_workspace ON batch_arrivals TO assay_tenant USING (batch = ANY (ARRAY(SELECT id FROM batches)));

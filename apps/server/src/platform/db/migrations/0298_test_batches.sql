-- Batches of test keys (docs/decisions/0094). No batch of one mode can be of a key of the other, and what a test batch
-- found is no check and cost nothing, whatever the code does.
ALTER TABLE batches
  ADD COLUMN mode text NOT NULL DEFAULT 'live' CHECK (mode IN ('live', 'test')),
  ADD UNIQUE (id, mode),
  ADD CHECK (mode = 'live' OR charged = 0),
  DROP CONSTRAINT batches_api_key_fkey,
  ADD FOREIGN KEY (api_key, mode) REFERENCES api_keys (id, mode) ON DELETE SET NULL (api_key);
ALTER TABLE batches ALTER COLUMN mode DROP DEFAULT;
DROP INDEX batches_of_workspace;
CREATE INDEX batches_of_workspace ON batches (workspace, mode, created_at DESC, id DESC);

ALTER TABLE batch_subjects
  ADD COLUMN mode text NOT NULL DEFAULT 'live',
  -- What the client of a test key retrieves.
  ADD COLUMN test_check text REFERENCES test_checks ON DELETE SET NULL,
  ADD FOREIGN KEY (batch, mode) REFERENCES batches (id, mode) ON DELETE CASCADE,
  ADD CHECK (mode = 'live' OR (sub_id IS NULL AND api_check IS NULL AND NOT charged)),
  ADD CHECK (mode = 'test' OR test_check IS NULL);
ALTER TABLE batch_subjects ALTER COLUMN mode DROP DEFAULT;
CREATE INDEX batch_subjects_by_test_check ON batch_subjects (test_check) WHERE test_check IS NOT NULL;

-- Its end is no event of its own: the batch reports.
ALTER TABLE test_checks ADD COLUMN of_batch boolean NOT NULL DEFAULT false;
ALTER TABLE test_checks ALTER COLUMN of_batch DROP DEFAULT;

-- When a starter set was completely loaded for the first time. Until then checks wait for it: what a check cannot see yet
-- must not be answered as if it were not there. A later version of the set is loaded beside the former one.
ALTER TABLE starter_set ADD COLUMN loaded_at timestamptz;
UPDATE starter_set SET loaded_at = updated_at WHERE state = 'done';

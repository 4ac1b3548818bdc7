-- When the stored list was last seen to be its publisher's present one. A fetch whose list waits for approval succeeds and
-- leaves the stored one as old as it was.
ALTER TABLE label_updates ADD COLUMN current_at timestamptz;
UPDATE label_updates SET current_at = succeeded_at;

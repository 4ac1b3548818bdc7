-- What the rows of a batch ask for is judged after they were accepted, as the first part of the work on it. Batches and
-- parts from before were judged when they arrived.
-- Rows that are not judged yet, of an accepted batch.
ALTER TABLE batches ADD COLUMN unjudged integer NOT NULL DEFAULT 0;
-- The first row that is not; null where all are.
ALTER TABLE batch_parts ADD COLUMN unjudged_from integer;

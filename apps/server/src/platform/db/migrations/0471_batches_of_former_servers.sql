-- Attempts to judge the rows of a batch that failed in a row, and when it is tried again.
ALTER TABLE batches ADD COLUMN judging_failures integer NOT NULL DEFAULT 0;
ALTER TABLE batches ADD COLUMN judge_after timestamptz;

-- A server of the version before takes all rows for judged when it closes a batch, also those of parts that a newer
-- server stored. They are counted, and what it made of them is removed: newer servers judge them. It goes away with the
-- release after this one.
CREATE FUNCTION count_unjudged_rows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT count(*) INTO NEW.unjudged FROM batch_rows r JOIN batch_parts p ON p.batch = r.batch AND p.upload = r.upload
   WHERE r.batch = NEW.id AND r.code IS NULL AND p.unjudged_from IS NOT NULL;
  IF NEW.unjudged > 0 THEN
    DELETE FROM batch_subjects WHERE batch = NEW.id;
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER unjudged_rows_are_counted BEFORE UPDATE OF status ON batches FOR EACH ROW
  WHEN (OLD.status IN ('receiving', 'open') AND NEW.status = 'running' AND NEW.unjudged = 0)
  EXECUTE FUNCTION count_unjudged_rows();

-- A foreign key is looked up for every staged row, which cost a quarter of the time of an import. Only an import that
-- holds the lock of its set stages rows, behind its own row of label_import; that row's end takes them along as before.
ALTER TABLE staged_label DROP CONSTRAINT staged_label_set_name_fkey;

CREATE FUNCTION drop_staged_labels() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM staged_label WHERE set_name = OLD.set_name;
  RETURN OLD;
END $$;
CREATE TRIGGER drop_staged_labels AFTER DELETE ON label_import FOR EACH ROW EXECUTE FUNCTION drop_staged_labels();

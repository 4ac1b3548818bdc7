-- The keys that sign results and PDF files, where several servers share them (docs/decisions/0108): the files of a key
-- folder, the secret ones sealed with a secret that the database does not hold.
CREATE TABLE signing_key_files (
  name text PRIMARY KEY CHECK (name ~ '^[\w.-]+$'),
  content bytea NOT NULL,
  is_sealed boolean NOT NULL,
  -- Changes with every write: servers read again what they hold when it is another one.
  stamp uuid NOT NULL DEFAULT gen_random_uuid(),
  written_at timestamptz NOT NULL DEFAULT now()
);
ALTER TABLE signing_key_files ENABLE ROW LEVEL SECURITY;

-- The public list, with its marks, is for the restore log too: a backup from before would take a mark back.
CREATE FUNCTION log_keys_for_restore() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  PERFORM log_for_restore(jsonb_build_object('kind', 'signing_keys', 'list', convert_from(NEW.content, 'UTF8')));
  RETURN NULL;
END $$;
CREATE TRIGGER signing_keys_changed AFTER INSERT OR UPDATE ON signing_key_files FOR EACH ROW
  WHEN (NEW.name = 'keys.json') EXECUTE FUNCTION log_keys_for_restore();

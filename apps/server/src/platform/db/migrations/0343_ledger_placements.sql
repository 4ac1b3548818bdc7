-- Where transfer ledgers are (docs/decisions/0118-placement.md). In the main database: one row for each ledger that is on
-- another server, whose name is that of the configuration.
CREATE TABLE ledger_placements (
  network text NOT NULL,
  ticker text NOT NULL,
  -- Of the ledger on every server.
  ledger_id integer NOT NULL UNIQUE,
  server text NOT NULL,
  placed_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (network, ticker)
);

-- In the main database: servers that were prepared. Ids that a server gives out begin at its number times 2^44, so that
-- rows of one server can come to another without meeting an id that is in use there.
CREATE TABLE ledger_servers (
  name text PRIMARY KEY CHECK (name ~ '^[a-z][a-z0-9-]{0,30}$'),
  number integer GENERATED ALWAYS AS IDENTITY UNIQUE,
  prepared_at timestamptz NOT NULL DEFAULT now()
);

-- In the main database: moves under way, one for each ledger.
CREATE TABLE ledger_moves (
  network text NOT NULL,
  ticker text NOT NULL,
  ledger_id integer NOT NULL,
  from_server text NOT NULL,
  to_server text NOT NULL,
  step text NOT NULL CHECK (step IN ('copy', 'index', 'pause', 'switch', 'clean')),
  started_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (network, ticker)
);

-- On the server of a ledger: written to while open; paused during the last step of a move; departed after it, until the
-- rows are removed.
ALTER TABLE ledgers ADD COLUMN placement text NOT NULL DEFAULT 'open';
ALTER TABLE ledgers ADD CONSTRAINT ledgers_placement CHECK (placement IN ('open', 'paused', 'departed')) NOT VALID;

-- Written as the last change of a ledger before a move switches it: where the mark has arrived, all before it has.
CREATE TABLE ledger_move_marks (
  ledger_id integer NOT NULL,
  mark text NOT NULL,
  PRIMARY KEY (ledger_id, mark)
);

-- Label rows have no key by which PostgreSQL could name one that is deleted, and are only ever deleted with their set.
-- On a server that receives them by logical replication, the deletion of the set deletes them.
CREATE FUNCTION delete_labels_of_set() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  DELETE FROM label WHERE set_name = OLD.name;
  DELETE FROM label_actor WHERE set_name = OLD.name;
  RETURN NULL;
END
$$;
CREATE TRIGGER labels_of_set AFTER DELETE ON label_set FOR EACH ROW EXECUTE FUNCTION delete_labels_of_set();
ALTER TABLE label_set ENABLE REPLICA TRIGGER labels_of_set;

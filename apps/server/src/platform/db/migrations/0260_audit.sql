-- The audit log (docs/decisions/0085). One chain a workspace, named by its id, and one of the service, named 'service'.
-- Every entry holds the SHA-256 of the entry before it, so that no entry can be changed, left out or moved unnoticed.
CREATE TABLE audit_chains (
  chain text PRIMARY KEY,
  last_seq bigint NOT NULL DEFAULT 0,
  -- Of the last entry; 32 zero bytes before the first.
  last_hash bytea NOT NULL DEFAULT decode(repeat('00', 32), 'hex') CHECK (length(last_hash) = 32)
);

CREATE TABLE audit_entries (
  chain text NOT NULL REFERENCES audit_chains,
  seq bigint NOT NULL CHECK (seq > 0),
  at timestamptz(3) NOT NULL,
  actor_kind text NOT NULL CHECK (actor_kind IN ('person', 'operator', 'system')),
  -- Random id of an account; says nothing about its owner once the account is deleted.
  actor_id text CHECK ((actor_id IS NULL) = (actor_kind <> 'person')),
  action text NOT NULL,
  target_kind text,
  -- How many rows of audit_personal this entry is the record of the erasure of.
  erased integer NOT NULL DEFAULT 0 CHECK (erased >= 0),
  -- Salted SHA-256 of the rows of audit_personal with the same chain and seq.
  actor_digest bytea CHECK (length(actor_digest) = 32),
  target_digest bytea CHECK (length(target_digest) = 32 AND (target_digest IS NULL) = (target_kind IS NULL)),
  text_digest bytea CHECK (length(text_digest) = 32),
  hash bytea NOT NULL CHECK (length(hash) = 32),
  PRIMARY KEY (chain, seq)
);
CREATE INDEX audit_entries_by_time ON audit_entries (chain, at, seq);
CREATE INDEX audit_entries_by_actor ON audit_entries (chain, actor_id, seq);
CREATE INDEX audit_entries_by_action ON audit_entries (chain, action, seq);

-- Personal data of an entry: of its actor (email, network address, device), the id of its target, and free text. Rows
-- are erased, never changed. The ids of targets are here because other rows lead from them to the person: once they are
-- erased, nothing connects the orders and shared results of a deleted account with one another.
CREATE TABLE audit_personal (
  chain text NOT NULL,
  seq bigint NOT NULL,
  part text NOT NULL CHECK (part IN ('actor', 'target', 'text')),
  -- The account it is about.
  subject text,
  -- Email addresses in it, in lower case: whose account is deleted is erased here too.
  mails text[] NOT NULL DEFAULT '{}',
  salt bytea NOT NULL CHECK (length(salt) = 16),
  content text NOT NULL,
  PRIMARY KEY (chain, seq, part),
  FOREIGN KEY (chain, seq) REFERENCES audit_entries
);
CREATE INDEX audit_personal_subject ON audit_personal (subject) WHERE subject IS NOT NULL;
CREATE INDEX audit_personal_target ON audit_personal (chain, content, seq) WHERE part = 'target';
CREATE INDEX audit_personal_mails ON audit_personal USING gin (mails);

-- Signed statements of where all chains ended, one a day. Each names the digest of the one before it.
CREATE TABLE audit_checkpoints (
  number integer PRIMARY KEY CHECK (number > 0),
  at timestamptz(3) NOT NULL,
  body text NOT NULL,
  key_id text NOT NULL,
  signature bytea NOT NULL CHECK (length(signature) = 64)
);
-- The ends of the chains that grew since the checkpoint before.
CREATE TABLE audit_checkpoint_heads (
  checkpoint integer NOT NULL REFERENCES audit_checkpoints,
  chain text NOT NULL,
  seq bigint NOT NULL,
  hash bytea NOT NULL,
  PRIMARY KEY (chain, checkpoint)
);
CREATE INDEX audit_checkpoint_heads_of ON audit_checkpoint_heads (checkpoint, chain);

-- The end of a chain moves by an entry that follows the last one, and by nothing else.
CREATE FUNCTION audit_append() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE audit_chains SET last_seq = NEW.seq, last_hash = NEW.hash WHERE chain = NEW.chain AND last_seq = NEW.seq - 1;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'audit: entry % does not follow the last entry of its chain', NEW.seq;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER audit_append AFTER INSERT ON audit_entries FOR EACH ROW EXECUTE FUNCTION audit_append();

CREATE FUNCTION audit_is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'audit: % is append-only, % is refused', TG_TABLE_NAME, TG_OP;
END $$;
CREATE TRIGGER audit_entries_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_entries
  FOR EACH STATEMENT EXECUTE FUNCTION audit_is_append_only();
CREATE TRIGGER audit_chains_stay BEFORE DELETE OR TRUNCATE ON audit_chains
  FOR EACH STATEMENT EXECUTE FUNCTION audit_is_append_only();
CREATE TRIGGER audit_checkpoints_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_checkpoints
  FOR EACH STATEMENT EXECUTE FUNCTION audit_is_append_only();
CREATE TRIGGER audit_checkpoint_heads_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_checkpoint_heads
  FOR EACH STATEMENT EXECUTE FUNCTION audit_is_append_only();
CREATE TRIGGER audit_personal_stays BEFORE UPDATE OR TRUNCATE ON audit_personal
  FOR EACH STATEMENT EXECUTE FUNCTION audit_is_append_only();

CREATE FUNCTION audit_chains_are_derived() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- The row lock of an append writes the row as it was.
  IF TG_OP = 'INSERT' AND NEW.last_seq <> 0
    OR TG_OP = 'UPDATE' AND NEW IS DISTINCT FROM OLD AND pg_trigger_depth() < 2 THEN
    RAISE EXCEPTION 'audit: the end of a chain moves by entries only';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER audit_chains_are_derived BEFORE INSERT OR UPDATE ON audit_chains
  FOR EACH ROW EXECUTE FUNCTION audit_chains_are_derived();

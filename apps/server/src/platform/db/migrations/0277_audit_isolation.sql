-- The audit log is isolated like the other rows of workspaces (docs/decisions/0082, 0085). Acts of any scope append to
-- logs of others, such as a member's entry to that of a company: requests append by two functions and by nothing else.
ALTER TABLE audit_chains ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_workspace ON audit_chains FOR SELECT TO assay_tenant USING (chain = current_workspace());
ALTER TABLE audit_entries ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_workspace ON audit_entries FOR SELECT TO assay_tenant USING (chain = current_workspace());
ALTER TABLE audit_personal ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_workspace ON audit_personal FOR SELECT TO assay_tenant USING (chain = current_workspace());
-- What a person did in any workspace, for the export of the account: a personal workspace has the id of its person.
CREATE POLICY of_own_acts ON audit_entries FOR SELECT TO assay_tenant USING (actor_id = current_workspace());
CREATE POLICY of_own_acts ON audit_personal FOR SELECT TO assay_tenant
  USING (part = 'actor' AND subject = current_workspace());
REVOKE INSERT, UPDATE, DELETE, TRUNCATE ON audit_chains, audit_entries, audit_personal FROM assay_tenant;
-- Of all logs: made and checked by the owner of the tables.
ALTER TABLE audit_checkpoints ENABLE ROW LEVEL SECURITY;
ALTER TABLE audit_checkpoint_heads ENABLE ROW LEVEL SECURITY;
REVOKE ALL ON audit_checkpoints, audit_checkpoint_heads FROM assay_tenant;

-- Locks the end of a chain until the transaction ends, and says where the next entry goes and when it is made.
CREATE FUNCTION audit_lock(of_chain text) RETURNS TABLE (end_seq bigint, end_hash bytea, next_at timestamptz)
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  INSERT INTO audit_chains AS c (chain) VALUES (of_chain) ON CONFLICT (chain) DO UPDATE SET last_seq = c.last_seq
  RETURNING c.last_seq, c.last_hash, date_trunc('milliseconds', clock_timestamp())
$$;

-- Appends an entry with its personal rows; the triggers refuse one that does not follow the last.
CREATE FUNCTION audit_put(entry jsonb, personal jsonb) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  WITH given AS (
    SELECT * FROM jsonb_to_record(entry) AS e (chain text, seq bigint, at timestamptz, actor_kind text, actor_id text,
      action text, target_kind text, target_digest text, erased integer, actor_digest text, text_digest text, hash text)
  ), put AS (
    INSERT INTO audit_entries (chain, seq, at, actor_kind, actor_id, action, target_kind, target_digest, erased,
                               actor_digest, text_digest, hash)
    SELECT chain, seq, at, actor_kind, actor_id, action, target_kind, decode(target_digest, 'hex'), erased,
           decode(actor_digest, 'hex'), decode(text_digest, 'hex'), decode(hash, 'hex') FROM given)
  INSERT INTO audit_personal (chain, seq, part, subject, mails, salt, content)
  SELECT given.chain, given.seq, p.part, p.subject, ARRAY(SELECT jsonb_array_elements_text(p.mails)),
         decode(p.salt, 'hex'), p.content
    FROM given, jsonb_to_recordset(personal) AS p (part text, subject text, mails jsonb, salt text, content text)
$$;
REVOKE ALL ON FUNCTION audit_lock(text), audit_put(jsonb, jsonb) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION audit_lock(text), audit_put(jsonb, jsonb) TO assay_tenant;

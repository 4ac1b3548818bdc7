-- What a restore must know and a backup cannot: acts that a backup from before them would take back
-- (docs/decisions/0107). Servers copy the rows into files outside the database.
CREATE TABLE restore_log (
  seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  id uuid NOT NULL UNIQUE DEFAULT gen_random_uuid(),
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  entry jsonb NOT NULL CHECK (entry ? 'kind')
);
CREATE INDEX restore_log_by_age ON restore_log (at);
ALTER TABLE restore_log ENABLE ROW LEVEL SECURITY;

-- Triggers, so that no statement that erases or suspends can forget to write.
CREATE FUNCTION log_for_restore(entry jsonb) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  INSERT INTO restore_log (entry) VALUES (entry)
$$;

CREATE FUNCTION log_user_for_restore() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    PERFORM log_for_restore(jsonb_build_object('kind', 'account_erased', 'sub', OLD.sub));
  ELSE
    PERFORM log_for_restore(jsonb_build_object('kind', 'account_suspension', 'sub', NEW.sub,
      'suspended_at', NEW.suspended_at, 'reason', NEW.suspended_reason));
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER users_erased AFTER DELETE ON users FOR EACH ROW EXECUTE FUNCTION log_user_for_restore();
CREATE TRIGGER users_suspended AFTER UPDATE ON users FOR EACH ROW
  WHEN (OLD.suspended_at IS DISTINCT FROM NEW.suspended_at) EXECUTE FUNCTION log_user_for_restore();

CREATE FUNCTION log_workspace_for_restore() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  PERFORM log_for_restore(jsonb_build_object('kind', 'workspace_closed', 'workspace', OLD.id));
  RETURN NULL;
END $$;
CREATE TRIGGER workspaces_closed AFTER DELETE ON workspaces FOR EACH ROW
  WHEN (OLD.kind = 'company') EXECUTE FUNCTION log_workspace_for_restore();

CREATE FUNCTION log_mailbox_for_restore() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  PERFORM log_for_restore(jsonb_build_object('kind', 'mailbox_suspension',
    'mailbox_hash', coalesce(NEW.mailbox_hash, OLD.mailbox_hash),
    'suspended_at', NEW.suspended_at, 'reason', NEW.reason));
  RETURN NULL;
END $$;
CREATE TRIGGER mailboxes_suspended AFTER INSERT OR UPDATE OR DELETE ON suspended_mailboxes
  FOR EACH ROW EXECUTE FUNCTION log_mailbox_for_restore();

CREATE FUNCTION log_telegram_user_for_restore() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  PERFORM log_for_restore(jsonb_build_object('kind', 'telegram_suspension',
    'telegram_id', coalesce(NEW.telegram_id, OLD.telegram_id)::text,
    'suspended_at', NEW.suspended_at, 'reason', NEW.reason));
  RETURN NULL;
END $$;
CREATE TRIGGER telegram_users_suspended AFTER INSERT OR UPDATE OR DELETE ON suspended_telegram_users
  FOR EACH ROW EXECUTE FUNCTION log_telegram_user_for_restore();

CREATE FUNCTION log_api_key_for_restore() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  PERFORM log_for_restore(jsonb_build_object('kind', 'api_key_revoked', 'id', NEW.id, 'revoked_at', NEW.revoked_at));
  RETURN NULL;
END $$;
CREATE TRIGGER api_keys_revoked AFTER UPDATE ON api_keys FOR EACH ROW
  WHEN (OLD.revoked_at IS NULL AND NEW.revoked_at IS NOT NULL) EXECUTE FUNCTION log_api_key_for_restore();

-- What this installation is, one row. A restore begins a new timeline: rows of before and after it are never mixed up.
CREATE TABLE installation (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  timeline uuid NOT NULL DEFAULT gen_random_uuid(),
  -- The backup it was restored from, and since when it may send and ask again.
  backup_made_at timestamptz,
  restored_at timestamptz,
  resumed_at timestamptz,
  CHECK ((backup_made_at IS NULL) = (restored_at IS NULL)),
  CHECK (resumed_at IS NULL OR restored_at IS NOT NULL)
);
INSERT INTO installation DEFAULT VALUES;

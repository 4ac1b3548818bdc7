-- Data of a workspace that must not be removed, by whose order, why and until when (docs/decisions/0137).
CREATE TABLE legal_holds (
  id text PRIMARY KEY CHECK (id ~ '^hold_[0-9a-f]{12}$'),
  -- Of a person or a company, or the account of a Telegram chat.
  workspace text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('person', 'workspace', 'chat')),
  placed_by text NOT NULL CHECK (length(placed_by) BETWEEN 1 AND 200),
  reason text NOT NULL CHECK (length(reason) BETWEEN 1 AND 1000),
  placed_at timestamptz NOT NULL,
  -- It ends by itself then.
  until timestamptz NOT NULL,
  -- Ended before.
  ended_at timestamptz,
  ended_by text CHECK (length(ended_by) BETWEEN 1 AND 200),
  end_reason text CHECK (length(end_reason) BETWEEN 1 AND 1000),
  CHECK (until > placed_at),
  CHECK ((ended_at IS NULL) = (ended_by IS NULL) AND (ended_at IS NULL) = (end_reason IS NULL))
);
CREATE INDEX legal_holds_by_workspace ON legal_holds (workspace);

CREATE VIEW held_workspaces AS
  SELECT workspace, max(until) AS until FROM legal_holds WHERE ended_at IS NULL AND until > now() GROUP BY workspace;

-- Whose older checks and planned withdrawals stay, and for how many days; under a hold, longer than anything is kept.
CREATE VIEW kept_longer AS SELECT workspace, 36525 AS days FROM held_workspaces;

-- A member of a company learns nothing of holds from the database.
ALTER TABLE legal_holds ENABLE ROW LEVEL SECURITY;
REVOKE ALL ON legal_holds, held_workspaces, kept_longer FROM assay_tenant;

-- Whatever statement deletes it, a held workspace, person or chat stays; holds that have ended go with it.
CREATE FUNCTION refuse_where_held() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  of text := to_jsonb(OLD) ->> TG_ARGV[0];
BEGIN
  IF EXISTS (SELECT FROM held_workspaces WHERE workspace = of) THEN
    RAISE EXCEPTION 'legal hold: % is under a legal hold and stays', of USING ERRCODE = 'restrict_violation';
  END IF;
  DELETE FROM legal_holds WHERE workspace = of;
  RETURN OLD;
END $$;
CREATE TRIGGER workspaces_held BEFORE DELETE ON workspaces FOR EACH ROW EXECUTE FUNCTION refuse_where_held('id');
CREATE TRIGGER bot_accounts_held BEFORE DELETE ON bot_accounts FOR EACH ROW EXECUTE FUNCTION refuse_where_held('sub');

-- A restore of a backup from before a hold places it again.
CREATE FUNCTION log_hold_for_restore() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  PERFORM log_for_restore(jsonb_build_object('kind', 'legal_hold', 'id', NEW.id, 'workspace', NEW.workspace,
    'of', NEW.kind, 'placed_by', NEW.placed_by, 'reason', NEW.reason, 'placed_at', NEW.placed_at, 'until', NEW.until,
    'ended_at', NEW.ended_at, 'ended_by', NEW.ended_by, 'end_reason', NEW.end_reason));
  RETURN NULL;
END $$;
CREATE TRIGGER legal_holds_logged AFTER INSERT OR UPDATE ON legal_holds
  FOR EACH ROW EXECUTE FUNCTION log_hold_for_restore();

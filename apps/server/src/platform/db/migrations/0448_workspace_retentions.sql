-- How long a company keeps its checks and planned withdrawals by a law that asks for more than three years
-- (docs/decisions/0137). No row: what the installation keeps for all.
CREATE TABLE workspace_retentions (
  workspace text PRIMARY KEY REFERENCES workspaces ON DELETE CASCADE,
  days integer NOT NULL CHECK (days BETWEEN 1096 AND 3650),
  law text NOT NULL CHECK (law = btrim(law) AND length(law) BETWEEN 3 AND 300),
  -- Null once the account of the member was deleted.
  set_by text REFERENCES users ON DELETE SET NULL,
  set_at timestamptz NOT NULL
);
CREATE INDEX workspace_retentions_by_setter ON workspace_retentions (set_by);
ALTER TABLE workspace_retentions ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_workspace ON workspace_retentions TO assay_tenant USING (workspace = current_workspace());

-- Whose older checks and planned withdrawals stay, and for how many days; under a hold, longer than anything is kept. A
-- person has three years at most, whatever a row says.
CREATE OR REPLACE VIEW kept_longer AS
  SELECT workspace, max(days) AS days FROM (
    SELECT workspace, 36525 AS days FROM held_workspaces
    UNION ALL
    SELECT r.workspace, r.days FROM workspace_retentions r JOIN workspaces w ON w.id = r.workspace AND w.kind = 'company'
  ) AS kept GROUP BY workspace;

-- A restore of a backup from before the change makes it again: what was to be kept would be removed within the hour.
CREATE FUNCTION log_retention_for_restore() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  PERFORM log_for_restore(jsonb_build_object('kind', 'workspace_retention',
    'workspace', coalesce(NEW.workspace, OLD.workspace), 'days', NEW.days, 'law', NEW.law, 'set_at', NEW.set_at));
  RETURN NULL;
END $$;
CREATE TRIGGER workspace_retentions_logged AFTER INSERT OR UPDATE OF days, law OR DELETE ON workspace_retentions
  FOR EACH ROW EXECUTE FUNCTION log_retention_for_restore();

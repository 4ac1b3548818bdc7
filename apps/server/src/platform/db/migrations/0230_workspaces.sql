-- Workspaces own checks, balance, history, orders and invoices; people are their members (docs/decisions/0080). A
-- personal workspace has the id of its person, so every owner that is stored already is the id of a workspace.
CREATE TABLE workspaces (
  id text PRIMARY KEY CHECK (id ~ '^[0-9a-f]{32}$' OR id = 'demo'),
  kind text NOT NULL CHECK (kind IN ('personal', 'company')),
  -- Null for a personal workspace.
  name text CHECK (name = btrim(name) AND length(name) BETWEEN 1 AND 80),
  -- Whose personal workspace it is.
  person text UNIQUE REFERENCES users ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now(),
  CHECK ((kind = 'company') = (name IS NOT NULL)),
  CHECK ((kind = 'personal') = (person IS NOT NULL)),
  CHECK (person = id)
);

CREATE TABLE workspace_members (
  workspace text NOT NULL REFERENCES workspaces ON DELETE CASCADE,
  sub text NOT NULL REFERENCES users ON DELETE CASCADE,
  role text NOT NULL CHECK (role IN ('owner', 'admin', 'analyst', 'viewer', 'billing')),
  joined_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (workspace, sub)
);
CREATE INDEX workspace_members_of_person ON workspace_members (sub, joined_at);

-- The token itself is stored nowhere: it is the id with a signature of the server's key.
CREATE TABLE workspace_invitations (
  id text PRIMARY KEY CHECK (id ~ '^[0-9a-f]{32}$'),
  token_hash bytea NOT NULL,
  workspace text NOT NULL REFERENCES workspaces ON DELETE CASCADE,
  email text NOT NULL CHECK (email = lower(email)),
  mailbox_key text NOT NULL,
  -- Owners are made of administrators who are members already.
  role text NOT NULL CHECK (role IN ('admin', 'analyst', 'viewer', 'billing')),
  -- Null once the account of the inviting member was deleted.
  invited_by text REFERENCES users ON DELETE SET NULL,
  created_at timestamptz NOT NULL,
  -- Of the newest mail; a resent invitation gets a new token.
  sent_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  accepted_at timestamptz,
  revoked_at timestamptz,
  CHECK (accepted_at IS NULL OR revoked_at IS NULL)
);
CREATE INDEX workspace_invitations_of_workspace ON workspace_invitations (workspace, created_at DESC);
CREATE INDEX workspace_invitations_by_mailbox ON workspace_invitations (mailbox_key, sent_at DESC);
CREATE INDEX workspace_invitations_by_inviter ON workspace_invitations (invited_by);
CREATE INDEX workspace_invitations_by_age ON workspace_invitations (created_at);

-- In which workspace a session is; null means the personal one.
ALTER TABLE sessions ADD workspace text REFERENCES workspaces ON DELETE SET NULL;
CREATE INDEX sessions_by_workspace ON sessions (workspace) WHERE workspace IS NOT NULL;

-- Everybody has a personal workspace, whatever statement adds the person.
CREATE FUNCTION users_have_workspace() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO workspaces (id, kind, person, created_at) VALUES (NEW.sub, 'personal', NEW.sub, NEW.created_at);
  INSERT INTO workspace_members (workspace, sub, role, joined_at) VALUES (NEW.sub, NEW.sub, 'owner', NEW.created_at);
  RETURN NULL;
END $$;
CREATE TRIGGER users_have_workspace AFTER INSERT ON users FOR EACH ROW EXECUTE FUNCTION users_have_workspace();

INSERT INTO workspaces (id, kind, person, created_at) SELECT sub, 'personal', sub, created_at FROM users;
INSERT INTO workspace_members (workspace, sub, role, joined_at) SELECT sub, sub, 'owner', created_at FROM users;

-- A workspace always has an owner. Checked at the end of the transaction, with the workspace locked: of two owners who
-- leave at once, the second waits for the first and then finds nobody left.
CREATE FUNCTION workspaces_have_owner() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed text := coalesce(OLD.workspace, NEW.workspace);
BEGIN
  PERFORM FROM workspaces WHERE id = changed FOR UPDATE;
  IF FOUND AND NOT EXISTS (SELECT FROM workspace_members WHERE workspace = changed AND role = 'owner') THEN
    RAISE EXCEPTION 'workspaces: % would have no owner', changed USING ERRCODE = 'check_violation',
      CONSTRAINT = 'workspaces_have_owner';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER workspaces_have_owner AFTER UPDATE OR DELETE ON workspace_members
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (OLD.role = 'owner') EXECUTE FUNCTION workspaces_have_owner();

-- A company begins with an owner too.
CREATE FUNCTION workspaces_begin_with_owner() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM workspaces WHERE id = NEW.id)
    AND NOT EXISTS (SELECT FROM workspace_members WHERE workspace = NEW.id AND role = 'owner') THEN
    RAISE EXCEPTION 'workspaces: % would have no owner', NEW.id USING ERRCODE = 'check_violation',
      CONSTRAINT = 'workspaces_have_owner';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER workspaces_begin_with_owner AFTER INSERT ON workspaces
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION workspaces_begin_with_owner();

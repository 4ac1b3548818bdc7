-- What the owner of a check adds to the graph of its evidence (docs/decisions/0104). It goes with the check, and with the
-- workspace: a shared result that outlives its owner keeps none of it.
CREATE TABLE explorer_views (
  sub_id text PRIMARY KEY REFERENCES checks ON DELETE CASCADE,
  workspace text NOT NULL REFERENCES workspaces ON DELETE CASCADE,
  -- The query of the page's address.
  view text NOT NULL,
  saved_at timestamptz NOT NULL
);
CREATE INDEX explorer_views_of_workspace ON explorer_views (workspace);

CREATE TABLE explorer_notes (
  sub_id text NOT NULL REFERENCES checks ON DELETE CASCADE,
  node text NOT NULL,
  workspace text NOT NULL REFERENCES workspaces ON DELETE CASCADE,
  note text NOT NULL CHECK (note <> ''),
  written_at timestamptz NOT NULL,
  PRIMARY KEY (sub_id, node)
);
CREATE INDEX explorer_notes_of_workspace ON explorer_notes (workspace);

-- The largest counterparties of an address, as the records held them then.
CREATE TABLE explorer_expansions (
  sub_id text NOT NULL REFERENCES checks ON DELETE CASCADE,
  address text NOT NULL,
  ticker text NOT NULL,
  -- Empty for a coin of its own network.
  parent text NOT NULL,
  workspace text NOT NULL REFERENCES workspaces ON DELETE CASCADE,
  -- JSON.
  found text NOT NULL,
  expanded_at timestamptz NOT NULL,
  PRIMARY KEY (sub_id, address, ticker, parent)
);
CREATE INDEX explorer_expansions_of_workspace ON explorer_expansions (workspace);

-- Expansions of a check a day (UTC), over all servers.
CREATE TABLE explorer_budgets (
  sub_id text NOT NULL REFERENCES checks ON DELETE CASCADE,
  day date NOT NULL,
  workspace text NOT NULL REFERENCES workspaces ON DELETE CASCADE,
  used integer NOT NULL CHECK (used > 0),
  PRIMARY KEY (sub_id, day)
);
CREATE INDEX explorer_budgets_of_workspace ON explorer_budgets (workspace);

ALTER TABLE explorer_views ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_workspace ON explorer_views TO assay_tenant USING (workspace = current_workspace());
ALTER TABLE explorer_notes ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_workspace ON explorer_notes TO assay_tenant USING (workspace = current_workspace());
ALTER TABLE explorer_expansions ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_workspace ON explorer_expansions TO assay_tenant USING (workspace = current_workspace());
ALTER TABLE explorer_budgets ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_workspace ON explorer_budgets TO assay_tenant USING (workspace = current_workspace());

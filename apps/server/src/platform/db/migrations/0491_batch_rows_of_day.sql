-- Rows that a workspace had stored on the last day (UTC) that it sent some: rows that cannot be checked cost no credit, and
-- without a count one account fills the disk with them.
CREATE TABLE batch_rows_of_day (
  workspace text PRIMARY KEY REFERENCES workspaces ON DELETE CASCADE,
  day date NOT NULL,
  row_count integer NOT NULL CHECK (row_count >= 0)
);
ALTER TABLE batch_rows_of_day ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_workspace ON batch_rows_of_day TO assay_tenant USING (workspace = current_workspace());

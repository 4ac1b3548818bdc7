-- Which addresses a change of the given labels touched, so that only what it reaches is derived again (docs/decisions/
-- 0121). Each row leads from one version of all given labels to the next; where the rows do not lead to the present
-- version, everything is derived. Holds nothing of a workspace.
CREATE TABLE label_change (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  former text NOT NULL,
  version text NOT NULL,
  -- Canonical addresses, of whatever network; null where they are too many.
  addresses text[],
  changed_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX label_change_by_version ON label_change (version, id);

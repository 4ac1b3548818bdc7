-- Files that support a dispute. Only administrators read them, as downloads; they go with the statement.
CREATE TABLE dispute_evidence (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  dispute_id integer NOT NULL REFERENCES dispute ON DELETE CASCADE,
  name text NOT NULL,
  content bytea NOT NULL,
  uploaded_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX dispute_evidence_of ON dispute_evidence (dispute_id);

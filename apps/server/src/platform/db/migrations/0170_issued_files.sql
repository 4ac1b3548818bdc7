-- What was issued and when, by the digest of its bytes: it proves old files after the key that signed them was stolen.
-- A certificate that is signed again by another key keeps the record of the former one.
CREATE TABLE issued_files (
  sha256 bytea PRIMARY KEY CHECK (length(sha256) = 32),
  sub_id text NOT NULL REFERENCES checks ON DELETE CASCADE,
  signed_at timestamptz NOT NULL
);
CREATE INDEX ON issued_files (sub_id);

INSERT INTO issued_files (sha256, sub_id, signed_at)
SELECT sha256(convert_to(body, 'UTF8')), sub_id, signed_at FROM certificates
    ON CONFLICT DO NOTHING;

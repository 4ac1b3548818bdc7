-- What a certificate says beyond the result that pages show, written down when the check ran: by which reading a rule
-- decided, which lists and records stood, and digests to compare a recomputation with. Null for checks made before.
ALTER TABLE checks ADD certificate_basis text;

-- Signed once, at the first time somebody asks, and the same bytes ever after, whatever key signs by then.
CREATE TABLE certificates (
  sub_id text PRIMARY KEY REFERENCES checks ON DELETE CASCADE,
  key_id text NOT NULL,
  signed_at timestamptz NOT NULL,
  -- certificate.json, byte for byte.
  body text NOT NULL
);

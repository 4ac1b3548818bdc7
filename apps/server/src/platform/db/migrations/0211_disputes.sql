-- Disputes of labels (docs/decisions/0072). The public log shows the number, the labels and the decision; what names a
-- person is null once it was erased.
CREATE TABLE dispute (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- SHA-256 of the key in the dispute's link.
  key_hash bytea NOT NULL UNIQUE CHECK (length(key_hash) = 32),
  network text NOT NULL,
  address text NOT NULL,
  ground text NOT NULL,
  statement text,
  email text,
  -- The account that filed it; null without one.
  sub text,
  filed_at timestamptz NOT NULL DEFAULT now(),
  decided_at timestamptz,
  -- The administrator's account; null once that is deleted.
  decided_by text,
  reason text,
  erased_at timestamptz,
  CHECK ((decided_at IS NULL) = (reason IS NULL))
);
CREATE INDEX dispute_open ON dispute (id) WHERE decided_at IS NULL;
CREATE INDEX dispute_decided ON dispute (decided_at DESC, id DESC) WHERE decided_at IS NOT NULL;
CREATE INDEX dispute_of_address ON dispute (address, network);
CREATE INDEX dispute_of_account ON dispute (sub) WHERE sub IS NOT NULL;

CREATE TABLE dispute_label (
  dispute_id integer NOT NULL REFERENCES dispute ON DELETE CASCADE,
  -- Its place in the dispute, from 0.
  position integer NOT NULL,
  source text NOT NULL,
  entity text NOT NULL,
  category text NOT NULL,
  is_withdrawn boolean NOT NULL DEFAULT false,
  PRIMARY KEY (dispute_id, position)
);

-- Deposit addresses and unlabelled services by the rules of method 2 (docs/method/2, sections 3.1 and 3.2), derived from
-- the records of one asset and replaced as a whole. Apart from derived_label, whose rules are those of method 1: neither
-- changes what the other's results or versions say.
CREATE TABLE method_2_label_set (
  network text NOT NULL,
  asset text NOT NULL,
  -- Of the labels below, sorted; equal labels give an equal value wherever they are derived.
  content_hash text NOT NULL CHECK (content_hash ~ '^[0-9a-f]{64}$'),
  -- Everything they were derived from. Another basis means that they are out of date.
  basis text NOT NULL,
  labels integer NOT NULL,
  derived_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (network, asset)
);

CREATE TABLE method_2_label (
  network text NOT NULL,
  asset text NOT NULL,
  address text NOT NULL,
  -- A deposit address absorbs in the outgoing direction only, an unlabelled service in both.
  rule text NOT NULL CHECK (rule IN ('deposit_address', 'unlabelled_service')),
  entity text NOT NULL,
  category text NOT NULL,
  source text NOT NULL,
  confidence smallint NOT NULL CHECK (confidence BETWEEN 0 AND 100),
  PRIMARY KEY (network, asset, address),
  FOREIGN KEY (network, asset) REFERENCES method_2_label_set (network, asset) ON DELETE CASCADE
);

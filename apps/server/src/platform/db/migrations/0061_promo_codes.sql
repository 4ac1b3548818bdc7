CREATE TABLE promo_codes (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  code text NOT NULL,
  social text NOT NULL,
  free_checks integer NOT NULL CHECK (free_checks >= 0),
  -- 0 is without limit.
  total_usages integer NOT NULL CHECK (total_usages >= 0),
  usages integer NOT NULL DEFAULT 0,
  expired_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  CHECK (usages BETWEEN 0 AND CASE total_usages WHEN 0 THEN usages ELSE total_usages END)
);
-- Case does not matter.
CREATE UNIQUE INDEX promo_codes_by_code ON promo_codes (upper(code));

-- Who redeemed what: once per user and code. A deleted code takes its rows along; the ledger keeps what was given.
CREATE TABLE promo_redemptions (
  promo_code integer NOT NULL REFERENCES promo_codes ON DELETE CASCADE,
  sub text NOT NULL,
  redeemed_at timestamptz NOT NULL,
  PRIMARY KEY (promo_code, sub)
);

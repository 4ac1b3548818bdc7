-- What a provider reported about money that was sent for an order, each time it said something new. Amounts are decimal
-- numbers as the provider writes them.
CREATE TABLE payment_reports (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  order_id text NOT NULL REFERENCES orders,
  -- The provider's name for the payment, and for the one whose address it was sent to.
  deposit text NOT NULL,
  parent text,
  status text NOT NULL,
  state text NOT NULL CHECK (state IN ('under_way', 'arrived', 'refunded', 'over')),
  asset text,
  asked text,
  arrived text,
  outcome text,
  outcome_asset text,
  is_of_price boolean NOT NULL,
  reported_at timestamptz NOT NULL
);
CREATE INDEX payment_reports_of_order ON payment_reports (order_id, id);
CREATE INDEX payment_reports_by_deposit ON payment_reports (deposit);

-- What was done with money that arrived: every part of a deposit pays its order, is decided by the operator, or is held.
CREATE TABLE payment_uses (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  order_id text NOT NULL REFERENCES orders,
  deposit text NOT NULL,
  use text NOT NULL CHECK (use IN ('order', 'checks', 'refused')),
  amount text NOT NULL,
  -- Why the operator decided so; null for what pays an order by the rule.
  reason text,
  created_at timestamptz NOT NULL
);
CREATE INDEX payment_uses_of_order ON payment_uses (order_id, id);

CREATE TRIGGER payment_reports_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON payment_reports
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_is_append_only();
CREATE TRIGGER payment_uses_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON payment_uses
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_is_append_only();

ALTER TABLE payment_reports ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_workspace ON payment_reports TO assay_tenant
  USING (EXISTS (SELECT FROM orders WHERE orders.id = payment_reports.order_id));
ALTER TABLE payment_uses ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_workspace ON payment_uses TO assay_tenant
  USING (EXISTS (SELECT FROM orders WHERE orders.id = payment_uses.order_id));

-- Since when money of the order is held; null while none is.
ALTER TABLE orders ADD COLUMN held_since timestamptz;

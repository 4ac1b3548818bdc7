-- Customers at the card provider whose account was deleted, until the provider has removed them with their cards.
CREATE TABLE former_customers (
  customer text PRIMARY KEY,
  deleted_at timestamptz NOT NULL DEFAULT now()
);
ALTER TABLE former_customers ENABLE ROW LEVEL SECURITY;
REVOKE ALL ON former_customers FROM assay_tenant;
-- A company is closed in its own scope: it may leave its own customer, and see none.
GRANT INSERT ON former_customers TO assay_tenant;
CREATE POLICY own_customer ON former_customers FOR INSERT TO assay_tenant WITH CHECK (
  EXISTS (SELECT FROM payment_customers c WHERE c.customer = former_customers.customer AND c.sub = current_workspace())
);

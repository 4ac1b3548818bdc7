-- What a company wants on its invoices, as its user typed it.
CREATE TABLE billing_details (
  sub text PRIMARY KEY,
  company text NOT NULL,
  address text NOT NULL,
  tax_id text NOT NULL
);

-- Both sides of an invoice as they were when it was issued: what is changed later changes no issued invoice.
CREATE TABLE invoices (
  payment_id bigint PRIMARY KEY REFERENCES payments,
  issued_at timestamptz NOT NULL,
  -- Null for an invoice of a release that named company and e-mail only.
  seller jsonb,
  -- Null for the e-mail alone, and once the account was deleted.
  buyer jsonb,
  -- Included in the amount; null for an invoice that says nothing of tax.
  tax_percent numeric CHECK (tax_percent BETWEEN 0 AND 50)
);
INSERT INTO invoices (payment_id, issued_at) SELECT id, paid_at FROM payments;

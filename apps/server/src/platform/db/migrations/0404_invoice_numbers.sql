-- Numbers of invoices and credit notes: one series for each seller and year, without gaps, given in the transaction that
-- books the payment or its refund. Invoices of the version before keep the number they had, that of the payment.
CREATE TABLE invoice_series (
  -- The seller's tax number, or its name where it has none.
  series text NOT NULL,
  year integer NOT NULL,
  last integer NOT NULL,
  PRIMARY KEY (series, year)
);
CREATE TABLE invoice_numbers (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  payment_id bigint NOT NULL REFERENCES payments,
  kind text NOT NULL CHECK (kind IN ('invoice', 'credit_note')),
  number text NOT NULL,
  -- Null for those of the version before.
  series text,
  year integer,
  ordinal integer,
  -- Of a credit note, what it takes back.
  amount_cents integer NOT NULL CHECK (amount_cents > 0),
  issued_at timestamptz NOT NULL,
  CHECK ((series IS NULL) = (ordinal IS NULL) AND (series IS NULL) = (year IS NULL)),
  UNIQUE (series, year, ordinal)
);
CREATE UNIQUE INDEX invoice_numbers_of_payment ON invoice_numbers (payment_id) WHERE kind = 'invoice';
CREATE INDEX invoice_numbers_by_payment ON invoice_numbers (payment_id);

INSERT INTO invoice_numbers (payment_id, kind, number, amount_cents, issued_at)
SELECT p.id, 'invoice', p.id::text, p.amount_cents, coalesce(i.issued_at, p.paid_at)
  FROM payments p LEFT JOIN invoices i ON i.payment_id = p.id ORDER BY p.id;

-- Whoever books, also for a workspace of its own, takes the next number; a transaction that fails gives it back.
CREATE FUNCTION next_invoice_ordinal(seller text, at_year integer) RETURNS integer LANGUAGE sql
  SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  INSERT INTO invoice_series (series, year, last) VALUES (seller, at_year, 1)
  ON CONFLICT (series, year) DO UPDATE SET last = invoice_series.last + 1 RETURNING last
$$;

CREATE TRIGGER invoice_numbers_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON invoice_numbers
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_is_append_only();
-- What is printed on an issued invoice; the law keeps it beyond the account.
CREATE TRIGGER invoices_stay BEFORE UPDATE OR DELETE ON invoices
  FOR EACH ROW EXECUTE FUNCTION ledger_is_append_only();
CREATE TRIGGER invoices_whole BEFORE TRUNCATE ON invoices
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_is_append_only();

ALTER TABLE invoice_numbers ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_workspace ON invoice_numbers TO assay_tenant
  USING (EXISTS (SELECT FROM payments WHERE payments.id = invoice_numbers.payment_id));
REVOKE ALL ON invoice_series FROM assay_tenant;

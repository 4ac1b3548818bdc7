-- A check of a transaction is a check of one payment: the address is its side. Both columns are null for an address.
ALTER TABLE checks
  -- As the records write it.
  ADD transaction_id text,
  ADD payment_direction text CHECK (payment_direction IN ('deposit', 'withdrawal')),
  ADD CHECK ((transaction_id IS NULL) = (payment_direction IS NULL));

DROP INDEX checks_one_running;
CREATE UNIQUE INDEX checks_one_running
  ON checks (owner, ticker, coalesce(parent, ''), address, coalesce(transaction_id, ''), coalesce(payment_direction, ''))
  WHERE status = 'running';

-- The view has the columns that the table had when it was made.
CREATE OR REPLACE VIEW own_checks AS
  SELECT * FROM checks WHERE owner = (SELECT current_workspace()) OR (SELECT current_user) <> 'assay_tenant';

DROP FUNCTION shared_check(text);
CREATE FUNCTION shared_check(id text)
RETURNS TABLE (
  sub_id text, ticker text, parent text, subticker text, name text, address text, status text, charged boolean,
  created_at timestamptz, progress real, lease_until timestamptz, failure text, riskscore smallint, result text,
  certificate_basis text, certificate_key_id text, certificate_signed_at timestamptz, certificate text,
  transaction_id text, payment_direction text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT c.sub_id, c.ticker, c.parent, c.subticker, c.name, c.address, c.status, c.charged, c.created_at, c.progress,
         c.lease_until, c.failure, c.riskscore, c.result, c.certificate_basis, s.key_id, s.signed_at, s.body,
         c.transaction_id, c.payment_direction
    FROM checks c LEFT JOIN certificates s ON s.sub_id = c.sub_id
   WHERE c.sub_id = shared_check.id AND c.revoked_at IS NULL
$$;
REVOKE ALL ON FUNCTION shared_check(text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION shared_check(text) TO assay_tenant;

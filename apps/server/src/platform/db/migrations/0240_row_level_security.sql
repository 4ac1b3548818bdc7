-- Isolation of workspaces (docs/decisions/0082-row-level-security.md): requests work under a role that owns nothing and
-- sees the rows of one workspace at a time. The owner of the tables is not subject to the policies.
DO $$
BEGIN
  BEGIN
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'assay_tenant') THEN
      CREATE ROLE assay_tenant NOLOGIN NOCREATEDB NOCREATEROLE;
      -- Since PostgreSQL 16, who creates a role may administer it, but not work under it.
      EXECUTE format('GRANT assay_tenant TO %I', current_user);
    END IF;
  EXCEPTION WHEN duplicate_object OR unique_violation THEN
    NULL; -- Another database of the cluster was migrated at the same moment.
  END;
  IF NOT pg_has_role(current_user, 'assay_tenant', 'MEMBER') THEN
    EXECUTE format('GRANT assay_tenant TO %I', current_user);
  END IF;
EXCEPTION WHEN insufficient_privilege THEN
  RAISE EXCEPTION 'the role % may not create roles. Run as an administrator of the database, then start again: CREATE ROLE assay_tenant NOLOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS; GRANT assay_tenant TO %;',
    current_user, quote_ident(current_user);
END $$;

-- The workspace of the current transaction; null without one.
CREATE FUNCTION current_workspace() RETURNS text LANGUAGE sql STABLE PARALLEL SAFE
  RETURN nullif(current_setting('assay.workspace', true), '');

GRANT USAGE ON SCHEMA public TO assay_tenant;
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO assay_tenant;
GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public TO assay_tenant;
-- Tables of later migrations, and those that each asset has of its own.
ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO assay_tenant;
ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT USAGE, SELECT ON SEQUENCES TO assay_tenant;

-- Rows that name their workspace.
ALTER TABLE checks ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_workspace ON checks TO assay_tenant USING (owner = current_workspace());
ALTER TABLE check_keys ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_workspace ON check_keys TO assay_tenant USING (owner = current_workspace());
ALTER TABLE history_ranges ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_workspace ON history_ranges TO assay_tenant USING (owner = current_workspace());
ALTER TABLE ledger_holders ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_workspace ON ledger_holders TO assay_tenant USING (sub = current_workspace());
ALTER TABLE payment_customers ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_workspace ON payment_customers TO assay_tenant USING (sub = current_workspace());
ALTER TABLE orders ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_workspace ON orders TO assay_tenant USING (sub = current_workspace());
ALTER TABLE billing_details ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_workspace ON billing_details TO assay_tenant USING (sub = current_workspace());

-- Rows that name one of those: the policy of the other table applies in the condition.
ALTER TABLE certificates ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_workspace ON certificates TO assay_tenant
  USING (EXISTS (SELECT FROM checks WHERE checks.sub_id = certificates.sub_id));
ALTER TABLE issued_files ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_workspace ON issued_files TO assay_tenant
  USING (EXISTS (SELECT FROM checks WHERE checks.sub_id = issued_files.sub_id));
ALTER TABLE live_cuts ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_workspace ON live_cuts TO assay_tenant
  USING (EXISTS (SELECT FROM checks WHERE checks.sub_id = live_cuts.sub_id));
ALTER TABLE dispute_recheck ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_workspace ON dispute_recheck TO assay_tenant
  USING (EXISTS (SELECT FROM checks WHERE checks.sub_id = dispute_recheck.sub_id));
ALTER TABLE ledger_tariffs ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_workspace ON ledger_tariffs TO assay_tenant
  USING (EXISTS (SELECT FROM ledger_holders WHERE ledger_holders.id = ledger_tariffs.holder));
ALTER TABLE ledger_entries ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_workspace ON ledger_entries TO assay_tenant
  USING (EXISTS (SELECT FROM ledger_tariffs WHERE ledger_tariffs.id = ledger_entries.tariff));
-- What a chat's own balance paid for a check of the account it is joined to is visible there: it is not paid for twice.
CREATE POLICY of_own_check ON ledger_entries FOR SELECT TO assay_tenant
  USING (EXISTS (SELECT FROM checks WHERE checks.sub_id = ledger_entries.reference));
ALTER TABLE payments ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_workspace ON payments TO assay_tenant
  USING (EXISTS (SELECT FROM orders WHERE orders.id = payments.order_id));
ALTER TABLE payment_hints ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_workspace ON payment_hints TO assay_tenant
  USING (EXISTS (SELECT FROM orders WHERE orders.id = payment_hints.order_id));
ALTER TABLE invoices ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_workspace ON invoices TO assay_tenant
  USING (EXISTS (SELECT FROM payments WHERE payments.id = invoices.payment_id));
-- Written and read by service work only: no policy lets anybody else in.
ALTER TABLE payment_events ENABLE ROW LEVEL SECURITY;
ALTER TABLE payment_notices ENABLE ROW LEVEL SECURITY;
REVOKE ALL ON payment_events, payment_notices FROM assay_tenant;
REVOKE INSERT, UPDATE, DELETE ON schema_migration FROM assay_tenant;

-- Balances follow from entries: the trigger books them, whoever writes the entry.
ALTER FUNCTION ledger_book() SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp;

-- The search of a history: an index cannot serve a search within a policy, because LIKE may reveal in an error what it
-- compared. The condition is that of the policy, which does not apply to the owner of the table either.
CREATE VIEW own_checks AS
  SELECT * FROM checks WHERE owner = (SELECT current_workspace()) OR (SELECT current_user) <> 'assay_tenant';
REVOKE ALL ON own_checks FROM assay_tenant;
GRANT SELECT ON own_checks TO assay_tenant;

-- A shared result, by its id: what a reader of the id may see, and nothing of its workspace.
CREATE FUNCTION shared_check(id text)
RETURNS TABLE (
  sub_id text, ticker text, parent text, subticker text, name text, address text, status text, charged boolean,
  created_at timestamptz, progress real, lease_until timestamptz, failure text, riskscore smallint, result text,
  certificate_basis text, certificate_key_id text, certificate_signed_at timestamptz, certificate text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT c.sub_id, c.ticker, c.parent, c.subticker, c.name, c.address, c.status, c.charged, c.created_at, c.progress,
         c.lease_until, c.failure, c.riskscore, c.result, c.certificate_basis, s.key_id, s.signed_at, s.body
    FROM checks c LEFT JOIN certificates s ON s.sub_id = c.sub_id
   WHERE c.sub_id = shared_check.id AND c.revoked_at IS NULL
$$;
REVOKE ALL ON FUNCTION shared_check(text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION shared_check(text) TO assay_tenant;

-- When a file was issued, by its digest: it is known from the file itself.
CREATE FUNCTION issued_at(digest bytea) RETURNS timestamptz
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT signed_at FROM issued_files WHERE sha256 = issued_at.digest
$$;
REVOKE ALL ON FUNCTION issued_at(bytea) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION issued_at(bytea) TO assay_tenant;

-- Concurrently: checks go on.
-- What is owed and charged back is counted at every scrape of the metrics; what covered a deficit, at every revocation.
CREATE INDEX ledger_tariffs_owing ON ledger_tariffs (holder) WHERE deficit_checks > 0;
CREATE INDEX ledger_chargebacks ON ledger_entries (tariff, created_at) WHERE kind = 'revoke' AND reason = 'chargeback';
CREATE INDEX ledger_covers ON ledger_entries (tariff) WHERE kind = 'cover';

-- Concurrently: what was bought lately is looked for among all entries of a tariff, which are as many as its checks.
CREATE INDEX ledger_grants ON ledger_entries (tariff, created_at) WHERE kind = 'grant';

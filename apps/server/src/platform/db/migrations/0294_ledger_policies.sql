-- Cheaper policies of the ledger, with the same meaning: what belongs to the workspace is found once a statement and not
-- once a row, and without the second plan that PostgreSQL keeps for an EXISTS. It was a fifth of what isolation costs.
DROP POLICY of_workspace ON ledger_tariffs;
CREATE POLICY of_workspace ON ledger_tariffs TO assay_tenant
  USING (holder = (SELECT id FROM ledger_holders WHERE sub = current_workspace()));
DROP POLICY of_workspace ON ledger_entries;
CREATE POLICY of_workspace ON ledger_entries TO assay_tenant
  USING (tariff = ANY (ARRAY(SELECT id FROM ledger_tariffs)));

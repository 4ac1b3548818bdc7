-- After a failover or a restore that loses the last changes of a transfer ledger, others get their revisions. Who holds
-- its records outside the database tells them apart by this; null for changes before it. Without a rewrite of the table.
ALTER TABLE ledger_changes ADD COLUMN change_id uuid;
ALTER TABLE ledger_changes ALTER COLUMN change_id SET DEFAULT gen_random_uuid();

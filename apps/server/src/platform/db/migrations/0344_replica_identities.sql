-- What names a row of tables that several transfer ledgers share, where a move sends the rows of one of them alone: the
-- condition may only use columns of that name. Without a move, and without logical replication, nothing more is logged.
ALTER TABLE coin_transactions REPLICA IDENTITY USING INDEX coin_transactions_ledger_id_transaction_id_key;
ALTER TABLE coin_cluster REPLICA IDENTITY FULL;
ALTER TABLE coin_cluster_member REPLICA IDENTITY FULL;
ALTER TABLE coin_cluster_change REPLICA IDENTITY FULL;

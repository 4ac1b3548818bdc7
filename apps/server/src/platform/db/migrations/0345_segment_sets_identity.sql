-- A move of a transfer ledger sends the rows of that ledger alone: the condition may only use columns that name a row.
ALTER TABLE segment_sets REPLICA IDENTITY FULL;

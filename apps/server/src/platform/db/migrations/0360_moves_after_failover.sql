-- Of which primaries a move's copy is: their histories, noted before it begins. Null before that, and where the copy was
-- given up. A server that failed over meanwhile has another history, and may lack what it had sent or received.
ALTER TABLE ledger_moves ADD COLUMN histories text;

-- Seconds before from_position that changed too: late records touch a few, and nothing between.
ALTER TABLE ledger_changes ADD COLUMN late_seconds bigint[] NOT NULL DEFAULT '{}';

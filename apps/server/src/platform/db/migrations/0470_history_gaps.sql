-- What a history read on demand is known to lack, as JSON, and what its moves come to, compared with the present balance.
-- Rows from before were never compared: their subjects are compared when they are read again.
ALTER TABLE live_accounts ADD COLUMN gaps text NOT NULL DEFAULT '[]';
ALTER TABLE live_accounts ADD COLUMN compared_at bigint;
ALTER TABLE live_accounts ADD COLUMN is_equal boolean;
ALTER TABLE live_accounts ADD COLUMN missing_received numeric;
ALTER TABLE live_accounts ADD COLUMN missing_sent numeric;

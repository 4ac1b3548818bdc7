-- On the server of a transfer ledger that is not in the main database: the newest owner that wrote followed blocks, and
-- the last of these. The main database commits later, so a ledger may be ahead of it after a kill; who follows next finds
-- that out here, and an owner before cannot write any more.
ALTER TABLE ledgers ADD COLUMN follow_token bigint NOT NULL DEFAULT 0;
ALTER TABLE ledgers ADD COLUMN follow_height bigint;

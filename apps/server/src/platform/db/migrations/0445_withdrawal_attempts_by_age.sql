-- Concurrently: planned payments are rated.
-- The upkeep finds those whose time is over.
CREATE INDEX withdrawal_attempts_by_age ON withdrawal_attempts (created_at);

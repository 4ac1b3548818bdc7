-- Of which rules the mailboxes are that all accounts were brought to: later rules do it again.
ALTER TABLE installation ADD COLUMN mailbox_rules integer NOT NULL DEFAULT 1;

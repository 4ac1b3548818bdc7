-- When all accounts were first brought to the mailboxes of the present rules: a start after the day of it does not again.
ALTER TABLE installation ADD COLUMN mailboxes_refolded_at timestamptz;

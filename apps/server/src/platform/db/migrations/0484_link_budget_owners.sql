-- Whose budget the mail of a link counts for (docs/decisions/0134): the hash of the mark of a browser that had signed in to
-- the mailbox before, or the mark of all who show a link of it that works; null: that of strangers. No server of the
-- version before reads or writes it.
ALTER TABLE magic_links RENAME COLUMN known_browser TO budget_of;

-- Strangers and the browsers of a mailbox's owner have budgets of their own for mails with links (docs/decisions/0134).
-- Hash of the mark of a browser that had signed in to the mailbox before and asked for the link; null: a stranger may have.
ALTER TABLE magic_links ADD COLUMN known_browser bytea;
-- Whether somebody signed in by this very link: links that end with it are used too, and signed nobody in.
ALTER TABLE magic_links ADD COLUMN signed_in boolean NOT NULL DEFAULT false;
-- When the mail server took the mail; null until then.
ALTER TABLE magic_links ADD COLUMN mailed_at timestamptz;

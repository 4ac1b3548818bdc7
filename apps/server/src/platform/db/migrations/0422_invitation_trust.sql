-- A company that is young and has paid nothing may be made by anybody: its invitations do not carry its name where a mail
-- program shows it, and have lower limits. As it was when the mail was sent.
ALTER TABLE workspace_invitations ADD COLUMN is_established boolean NOT NULL DEFAULT false;
ALTER TABLE invitation_mails ADD COLUMN is_established boolean NOT NULL DEFAULT false;

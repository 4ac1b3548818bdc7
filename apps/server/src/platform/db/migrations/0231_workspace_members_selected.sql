-- A session, or a chat, is in a workspace only while its person is a member: leaving, removal and closing set both back
-- to the personal workspace.
ALTER TABLE sessions DROP CONSTRAINT sessions_workspace_fkey;
ALTER TABLE sessions ADD CONSTRAINT sessions_workspace_member FOREIGN KEY (workspace, sub)
  REFERENCES workspace_members (workspace, sub) ON DELETE SET NULL (workspace);

-- The workspace that a joined chat checks in; null means the personal one of the joined account.
ALTER TABLE bot_accounts ADD workspace text;
ALTER TABLE bot_accounts ADD CONSTRAINT bot_accounts_workspace_member FOREIGN KEY (workspace, joined_sub)
  REFERENCES workspace_members (workspace, sub) ON DELETE SET NULL (workspace);
CREATE INDEX bot_accounts_by_workspace ON bot_accounts (workspace) WHERE workspace IS NOT NULL;

-- Mails with invitations, for their limits; a row lives as long as the longest limit, also when its company is closed.
CREATE TABLE invitation_mails (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  workspace text NOT NULL,
  -- Who invited.
  sub text NOT NULL,
  mailbox_key text NOT NULL,
  sent_at timestamptz NOT NULL
);
CREATE INDEX invitation_mails_of_workspace ON invitation_mails (workspace, sent_at DESC);
CREATE INDEX invitation_mails_of_person ON invitation_mails (sub, sent_at DESC);
CREATE INDEX invitation_mails_of_mailbox ON invitation_mails (mailbox_key, sent_at DESC);
CREATE INDEX invitation_mails_by_age ON invitation_mails (sent_at);

-- Who asked for a check: a member, or a key of the workspace (docs/decisions/0085-audit-log.md). Null for what the
-- product itself began, and for checks of before. A member whose account was deleted has no id any more.
ALTER TABLE checks ADD COLUMN asked_as text, ADD COLUMN asked_by text;
ALTER TABLE checks ADD CONSTRAINT checks_asked_check
  CHECK (asked_as IN ('person', 'key') AND (asked_by IS NOT NULL OR asked_as = 'person') OR (asked_as, asked_by) IS NULL)
  NOT VALID;
-- The member who made a batch on the site; null for one by key, and once the account is deleted.
ALTER TABLE batches ADD COLUMN made_by text;

-- Keys act too: what they make and download is in the audit log of their workspace.
ALTER TABLE audit_entries DROP CONSTRAINT audit_entries_actor_kind_check, DROP CONSTRAINT audit_entries_check;
ALTER TABLE audit_entries ADD CONSTRAINT audit_entries_actor_kind_check
  CHECK (actor_kind IN ('person', 'key', 'operator', 'system')) NOT VALID;
ALTER TABLE audit_entries ADD CONSTRAINT audit_entries_check
  CHECK ((actor_id IS NULL) = (actor_kind IN ('operator', 'system'))) NOT VALID;

-- Endpoints of before 0442: who added one is in the audit log of its workspace. By key, the log does not say whose it was;
-- these, and those of people who are no members any more, stay without a maker (docs/operations/upgrading.md).
UPDATE webhook_endpoints w SET created_by = e.actor_id
  FROM audit_entries e JOIN audit_personal p ON p.chain = e.chain AND p.seq = e.seq AND p.part = 'target'
 WHERE w.created_by IS NULL AND e.chain = w.workspace AND p.content = w.id
   AND e.action = 'webhook.create' AND e.target_kind = 'webhook' AND e.actor_kind = 'person'
   AND EXISTS (SELECT FROM workspace_members m WHERE m.workspace = w.workspace AND m.sub = e.actor_id);

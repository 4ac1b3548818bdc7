// Made by `npm run rows` of the migrated database: the row of each statement of this module. Not edited by hand.

declare module '../../platform/db/rows.ts' {
  interface Rows {
    "SELECT account_notices.*, users.email FROM account_notices JOIN users USING (sub) WHERE id = $1":
      { id: string; sub: string; kind: 'new_device' | 'factor_added' | 'factor_removed' | 'codes_renewed' | 'code_used' | 'recovery_begun' | 'recovery_waits' | 'recovery_ready' | 'recovery_cancelled' | 'recovery_completed'; at: Date; device: string | null; ip: string | null; target: string | null; detail: string | null; undo_until: Date | null; undone_at: Date | null; email: string };
    "SELECT device, created_at, last_seen_at, ended_at FROM sessions WHERE sub = $1 ORDER BY created_at DESC":
      { device: string; created_at: Date; last_seen_at: Date; ended_at: Date | null };
    "SELECT kind, name, created_at, last_used_at FROM factors WHERE sub = $1 ORDER BY created_at":
      { kind: 'passkey' | 'totp'; name: string; created_at: Date; last_used_at: Date | null };
    "SELECT kind, at, device, ip, detail, undone_at FROM account_notices WHERE sub = $1 ORDER BY at DESC":
      { kind: 'new_device' | 'factor_added' | 'factor_removed' | 'codes_renewed' | 'code_used' | 'recovery_begun' | 'recovery_waits' | 'recovery_ready' | 'recovery_cancelled' | 'recovery_completed'; at: Date; device: string | null; ip: string | null; detail: string | null; undone_at: Date | null };
    "SELECT 'recovery' AS kind, begun_at, ready_at, ended_at, outcome FROM recoveries WHERE sub = $1\n        ORDER BY begun_at DESC":
      { kind: 'recovery'; begun_at: Date; ready_at: Date; ended_at: Date | null; outcome: 'cancelled' | 'completed' | 'expired' | null };
    "SELECT 'known_browser' AS kind, last_seen_at FROM known_browsers WHERE sub = $1 ORDER BY last_seen_at DESC":
      { kind: 'known_browser'; last_seen_at: Date };
    "SELECT asked_device, asked_timezone, asked_ip, check_request, created_at, expires_at, used_at FROM magic_links\n        WHERE email = (SELECT email FROM users WHERE sub = $1) ORDER BY created_at DESC":
      { asked_device: string; asked_timezone: string | null; asked_ip: string | null; check_request: unknown; created_at: Date; expires_at: Date; used_at: Date | null };
    "SELECT sub, email, created_at, confirmed_at, terms_accepted_at, suspended_at, suspended_reason, admin_granted_at\n         FROM users WHERE sub = $1":
      { sub: string; email: string; created_at: Date; confirmed_at: Date | null; terms_accepted_at: Date | null; suspended_at: Date | null; suspended_reason: string | null; admin_granted_at: Date | null };
    "SELECT coalesce(h.sub, 'deleted:' || h.id) AS sub,\n            coalesce(u.email, w.name, 'telegram:' || b.telegram_id) AS name,\n            coalesce(sum(t.left_checks) FILTER (WHERE t.expires_at IS NULL OR t.expires_at > $1), 0)::integer AS checks,\n            coalesce(sum(t.used_checks), 0)::integer AS used, coalesce(sum(t.deficit_checks), 0)::integer AS owed,\n            (SELECT count(*)::integer FROM payments p JOIN orders o ON o.id = p.order_id\n              WHERE o.sub = h.sub AND p.status = 'reversed') AS chargebacks\n       FROM ledger_holders h LEFT JOIN ledger_tariffs t ON t.holder = h.id\n       LEFT JOIN users u ON u.sub = h.sub\n       LEFT JOIN workspaces w ON w.id = h.sub AND w.kind = 'company'\n       LEFT JOIN bot_accounts b ON b.sub = h.sub\n      GROUP BY h.id, u.email, w.name, b.telegram_id\n     HAVING NOT $2::boolean OR coalesce(sum(t.deficit_checks), 0) > 0\n      ORDER BY owed DESC, h.id LIMIT $3":
      { sub: string; name: string | null; checks: number; used: number; owed: number; chargebacks: number };
    "UPDATE users SET admin_granted_at = coalesce(admin_granted_at, $2) WHERE email = $1 RETURNING sub":
      { sub: string };
    "UPDATE users SET admin_granted_at = NULL WHERE email = $1 RETURNING sub":
      { sub: string };
    "SELECT sub FROM users WHERE email = $1":
      { sub: string };
    "SELECT id AS sub, name FROM workspaces WHERE id = $1 AND kind = 'company'":
      { sub: string; name: string | null };
    "SELECT (created_at AT TIME ZONE 'UTC')::date::text AS day, count(*)::integer AS links\n       FROM magic_links WHERE mailed_at IS NOT NULL AND (created_at AT TIME ZONE 'UTC')::date >= $1::date GROUP BY 1 ORDER BY 1 DESC":
      { day: string; links: number };
    "SELECT pg_advisory_xact_lock($1, hashtext($2))":
      { pg_advisory_xact_lock: string | null };
    "SELECT id, email, created_at AS \"createdAt\", used_at AS \"usedAt\", signed_in AS \"signedIn\",\n            budget_of AS \"budgetOf\"\n       FROM magic_links WHERE mailbox_key = $1 AND created_at > $2":
      { id: string; email: string; createdAt: Date; usedAt: Date | null; signedIn: boolean; budgetOf: Buffer | null };
    "UPDATE magic_links SET expires_at = greatest(expires_at, $2),\n            check_request = CASE WHEN browser_hash = $3 THEN $4 ELSE check_request END\n      WHERE id = $1 AND used_at IS NULL RETURNING mailed_at IS NOT NULL AS is_mailed":
      { is_mailed: boolean };
    "SELECT * FROM magic_links WHERE id = $1":
      { id: string; token_hash: Buffer; email: string; mailbox_key: string; accepts_terms: boolean; browser_hash: Buffer | null; check_request: unknown; asked_device: string; asked_timezone: string | null; asked_ip: string | null; created_at: Date; expires_at: Date; used_at: Date | null; budget_of: Buffer | null; signed_in: boolean; mailed_at: Date | null };
    "UPDATE magic_links SET used_at = $2, signed_in = true WHERE id = $1 AND used_at IS NULL AND expires_at > $2\n     RETURNING budget_of IS NULL AS \"isOfStrangers\"":
      { isOfStrangers: boolean };
    "UPDATE users SET suspended_at = coalesce(suspended_at, $2), suspended_reason = coalesce($3, suspended_reason)\n      WHERE mailbox_key = $1 RETURNING sub":
      { sub: string };
    "UPDATE users SET suspended_at = NULL, suspended_reason = NULL WHERE mailbox_key = $1 RETURNING sub":
      { sub: string };
    "SELECT * FROM pending_sign_ins WHERE id = $1 AND expires_at > $2":
      { id: string; sub: string; token_hash: Buffer; method: string; device: string; link_id: string | null; same_browser: boolean; created_at: Date; expires_at: Date; company: string | null; issuer: string | null; subject: string | null };
    "SELECT DISTINCT kind FROM factors WHERE sub = $1 ORDER BY kind":
      { kind: 'passkey' | 'totp' };
    "SELECT sub, email, mailbox_key AS \"mailboxKey\" FROM users, split_part(email, '@', 2) AS domain\n      WHERE sub > $3 AND (domain = ANY($1) OR domain LIKE ANY($2)) ORDER BY sub LIMIT $4":
      { sub: string; email: string; mailboxKey: string };
    "SELECT id, sub, refresh_hash, previous_hash, rotated_at, created_at FROM sessions\n      WHERE id = $1 AND ended_at IS NULL AND expires_at > $2 FOR UPDATE":
      { id: string; sub: string; refresh_hash: Buffer; previous_hash: Buffer | null; rotated_at: Date; created_at: Date };
    "SELECT sessions.methods, sessions.created_at AS signed_in_at, sessions.stepped_up_at,\n  ARRAY(SELECT DISTINCT kind FROM factors WHERE factors.sub = sessions.sub ORDER BY kind) AS factors FROM sessions WHERE id = $1 AND ended_at IS NULL AND expires_at > $2":
      { methods: string[]; signed_in_at: Date; stepped_up_at: Date | null; factors: ('passkey' | 'totp')[] };
    "SELECT id, device, methods[1] AS opened_by, created_at, last_seen_at FROM sessions\n      WHERE sub = $1 AND ended_at IS NULL AND expires_at > $2 ORDER BY created_at DESC, id LIMIT 100":
      { id: string; device: string; opened_by: string | null; created_at: Date; last_seen_at: Date };
    "SELECT EXISTS (SELECT FROM users WHERE email = $1 AND confirmed_at IS NOT NULL) AS has_account,\n            EXISTS (SELECT FROM magic_links WHERE email = $1 AND accepts_terms AND created_at > $2) AS has_asked":
      { has_account: boolean; has_asked: boolean };
    "INSERT INTO users (sub, email, mailbox_key, created_at, confirmed_at, terms_accepted_at)\n     VALUES ($1, $2, $3, $4, $4, $4)\n     ON CONFLICT (email) DO UPDATE SET\n       confirmed_at = coalesce(users.confirmed_at, excluded.confirmed_at),\n       terms_accepted_at = coalesce(users.terms_accepted_at, excluded.terms_accepted_at)\n     RETURNING users.sub, users.confirmed_at = $4 AS is_new":
      { sub: string; is_new: boolean | null };
    "SELECT users.sub, users.email, users.mailbox_key, users.admin_granted_at IS NOT NULL AS is_admin,\n  users.suspended_at, users.suspended_reason FROM users WHERE sub = $1":
      { sub: string; email: string; mailbox_key: string; is_admin: boolean; suspended_at: Date | null; suspended_reason: string | null };
    "SELECT users.sub, users.email, users.mailbox_key, users.admin_granted_at IS NOT NULL AS is_admin,\n  users.suspended_at, users.suspended_reason, sessions.methods, sessions.created_at AS signed_in_at, sessions.stepped_up_at,\n  ARRAY(SELECT DISTINCT kind FROM factors WHERE factors.sub = sessions.sub ORDER BY kind) AS factors, workspaces.id AS workspace_id, workspaces.name AS workspace_name,\n            workspace_members.role AS workspace_role, policies.workspace AS policy_of, policies.idle_minutes, policies.life_minutes,\n  policies.address_ranges::text[] AS address_ranges, sessions.last_seen_at, sessions.longest_idle_seconds,\n  EXISTS (SELECT FROM workspace_members m JOIN workspace_session_policies p ON p.workspace = m.workspace\n           WHERE m.sub = sessions.sub AND p.idle_minutes IS NOT NULL) AS counts_idle\n       FROM sessions JOIN users USING (sub)\n       LEFT JOIN workspace_members\n         ON workspace_members.workspace = sessions.workspace AND workspace_members.sub = sessions.sub\n       LEFT JOIN workspaces ON workspaces.id = workspace_members.workspace AND workspaces.kind = 'company'\n       LEFT JOIN workspace_session_policies policies ON policies.workspace = workspaces.id\n      WHERE sessions.id = $1 AND sessions.ended_at IS NULL AND sessions.expires_at > $2":
      { sub: string; email: string; mailbox_key: string; is_admin: boolean; suspended_at: Date | null; suspended_reason: string | null; methods: string[]; signed_in_at: Date; stepped_up_at: Date | null; factors: ('passkey' | 'totp')[]; workspace_id: string | null; workspace_name: string | null; workspace_role: 'owner' | 'admin' | 'analyst' | 'viewer' | 'billing' | null; policy_of: string | null; idle_minutes: number | null; life_minutes: number | null; address_ranges: string[] | null; last_seen_at: Date; longest_idle_seconds: number; counts_idle: boolean };
    "SELECT challenge, sealed_secret FROM factor_challenges\n      WHERE id = $1 AND purpose = $2 AND sub IS NOT DISTINCT FROM $3 AND expires_at > $4":
      { challenge: string | null; sealed_secret: Buffer | null };
    "DELETE FROM factor_challenges\n      WHERE id = $1 AND purpose = $2 AND sub IS NOT DISTINCT FROM $3 AND expires_at > $4\n      RETURNING challenge, sealed_secret":
      { challenge: string | null; sealed_secret: Buffer | null };
    "SELECT * FROM factors WHERE sub = $1 ORDER BY created_at, id":
      { id: string; sub: string; kind: 'passkey' | 'totp'; name: string; created_at: Date; last_used_at: Date | null; sealed_secret: Buffer | null; last_step: string | null; credential_id: string | null; public_key: Buffer | null; sign_count: string | null; transports: string[] | null };
    "SELECT * FROM factors WHERE credential_id = $1":
      { id: string; sub: string; kind: 'passkey' | 'totp'; name: string; created_at: Date; last_used_at: Date | null; sealed_secret: Buffer | null; last_step: string | null; credential_id: string; public_key: Buffer | null; sign_count: string | null; transports: string[] | null };
    "DELETE FROM factors WHERE sub = $1 AND id = $2 RETURNING *":
      { id: string; sub: string; kind: 'passkey' | 'totp'; name: string; created_at: Date; last_used_at: Date | null; sealed_secret: Buffer | null; last_step: string | null; credential_id: string | null; public_key: Buffer | null; sign_count: string | null; transports: string[] | null };
    "SELECT failed_at FROM factor_failures WHERE sub = $1 AND failed_at > $2\n      ORDER BY failed_at DESC OFFSET $3 LIMIT 1":
      { failed_at: Date };
    "SELECT count(*)::integer AS left FROM recovery_codes WHERE sub = $1 AND used_at IS NULL":
      { left: number };
    "SELECT w.name AS workspace, i.issuer, i.subject, i.linked_at, i.last_used_at\n         FROM identities i JOIN workspaces w ON w.id = i.workspace WHERE i.sub = $1 ORDER BY i.linked_at":
      { workspace: string | null; issuer: string; subject: string; linked_at: Date; last_used_at: Date };
    "DELETE FROM company_sign_ins WHERE state_hash = $1 AND browser_hash = $2 AND expires_at > $3 RETURNING *":
      { id: string; state_hash: Buffer; browser_hash: Buffer; workspace: string; issuer: string; client_id: string; accepts_terms: boolean; expires_at: Date };
    "SELECT * FROM identity_domains WHERE workspace = $1 ORDER BY domain":
      { id: string; workspace: string; domain: string; token: string; created_at: Date; proven_at: Date | null; is_required: boolean; looked_at: Date | null };
    "SELECT * FROM identity_domains WHERE workspace = $1 AND id = $2":
      { id: string; workspace: string; domain: string; token: string; created_at: Date; proven_at: Date | null; is_required: boolean; looked_at: Date | null };
    "SELECT pg_advisory_xact_lock(hashtextextended($1, 0))":
      { pg_advisory_xact_lock: string | null };
    "SELECT * FROM identity_domains WHERE domain = $1 AND proven_at IS NOT NULL FOR UPDATE":
      { id: string; workspace: string; domain: string; token: string; created_at: Date; proven_at: Date; is_required: boolean; looked_at: Date | null };
    "SELECT * FROM identity_domains WHERE workspace = $1 AND domain = $2 AND proven_at IS NOT NULL":
      { id: string; workspace: string; domain: string; token: string; created_at: Date; proven_at: Date; is_required: boolean; looked_at: Date | null };
    "SELECT * FROM identity_domains WHERE proven_at IS NOT NULL AND coalesce(looked_at, proven_at) < $1\n        ORDER BY coalesce(looked_at, proven_at), id":
      { id: string; workspace: string; domain: string; token: string; created_at: Date; proven_at: Date; is_required: boolean; looked_at: Date | null };
    "SELECT workspace FROM identity_domains WHERE domain = $1 AND proven_at IS NOT NULL AND is_required":
      { workspace: string };
    "SELECT sub FROM identities WHERE workspace = $1 AND issuer = $2 AND subject = $3":
      { sub: string };
    "SELECT sub FROM users WHERE email = $1 AND confirmed_at IS NOT NULL":
      { sub: string };
    "SELECT sub FROM workspace_members WHERE workspace = $1 AND role = ANY ($2) ORDER BY joined_at, sub":
      { sub: string };
    "SELECT u.email, w.name, (SELECT email FROM users WHERE sub = $3) AS by_email\n       FROM workspace_members m JOIN users u USING (sub) JOIN workspaces w ON w.id = m.workspace\n      WHERE m.workspace = $1 AND m.sub = $2 AND m.role = ANY ($4)":
      { email: string; name: string | null; by_email: string | null };
    "SELECT * FROM identity_providers WHERE workspace = $1":
      { workspace: string; issuer: string; client_id: string; sealed_secret: Buffer; requires_factor: boolean; joining_role: 'admin' | 'analyst' | 'viewer' | 'billing' | null; tried_at: Date | null; updated_at: Date };
    "SELECT p.* FROM identity_domains d JOIN identity_providers p USING (workspace)\n        WHERE d.domain = $1 AND d.proven_at IS NOT NULL":
      { workspace: string; issuer: string; client_id: string; sealed_secret: Buffer; requires_factor: boolean; joining_role: 'admin' | 'analyst' | 'viewer' | 'billing' | null; tried_at: Date | null; updated_at: Date };
    "SELECT pg_advisory_xact_lock_shared(hashtextextended('assay legal holds', 0))":
      { pg_advisory_xact_lock_shared: string | null };
    "SELECT pg_advisory_xact_lock(hashtextextended('assay legal holds', 0))":
      { pg_advisory_xact_lock: string | null };
    "UPDATE legal_holds h SET ended_at = $2, ended_by = $3, end_reason = $4 WHERE h.id = $1 AND h.ended_at IS NULL AND h.until > now()\n       RETURNING h.id, h.workspace, h.kind, h.placed_by AS \"placedBy\", h.reason, h.placed_at AS \"placedAt\", h.until,\n  h.ended_at AS \"endedAt\", h.ended_by AS \"endedBy\", h.end_reason AS \"endReason\"":
      { id: string; workspace: string; kind: 'person' | 'workspace' | 'chat'; placedBy: string; reason: string; placedAt: Date; until: Date; endedAt: Date | null; endedBy: string | null; endReason: string | null };
    "SELECT h.id, h.workspace, h.kind, h.placed_by AS \"placedBy\", h.reason, h.placed_at AS \"placedAt\", h.until,\n  h.ended_at AS \"endedAt\", h.ended_by AS \"endedBy\", h.end_reason AS \"endReason\", h.ended_at IS NULL AND h.until > now() AS \"isActive\", coalesce(u.email, w.name, 'telegram:' || b.telegram_id) AS name\n         FROM legal_holds h LEFT JOIN users u ON u.sub = h.workspace\n         LEFT JOIN workspaces w ON w.id = h.workspace AND w.kind = 'company'\n         LEFT JOIN bot_accounts b ON b.sub = h.workspace\n        WHERE $1 OR (h.ended_at IS NULL AND h.until > now()) ORDER BY h.placed_at, h.id":
      { id: string; workspace: string; kind: 'person' | 'workspace' | 'chat'; placedBy: string; reason: string; placedAt: Date; until: Date; endedAt: Date | null; endedBy: string | null; endReason: string | null; isActive: boolean; name: string | null };
    "SELECT until FROM held_workspaces WHERE workspace = $1":
      { until: Date };
    "SELECT max(h.until) AS until FROM held_workspaces h\n        WHERE EXISTS (SELECT FROM workspace_members m WHERE m.workspace = h.workspace AND m.sub = $1)\n           OR EXISTS (SELECT FROM audit_personal p WHERE p.chain = h.workspace AND p.subject = $1)\n           OR EXISTS (SELECT FROM checks c WHERE c.owner = h.workspace AND c.asked_as = 'person' AND c.asked_by = $1)\n           OR EXISTS (SELECT FROM batches b WHERE b.workspace = h.workspace AND b.made_by = $1)":
      { until: Date | null };
    "SELECT sub FROM bot_accounts WHERE telegram_id = $1":
      { sub: string };
    "SELECT * FROM recoveries WHERE sub = $1 AND ended_at IS NULL":
      { id: string; sub: string; begun_at: Date; ready_at: Date; expires_at: Date; next_mail_at: Date; ended_at: Date | null; outcome: 'cancelled' | 'completed' | 'expired' | null };
    "SELECT ended_at FROM recoveries WHERE sub = $1 AND ended_at IS NOT NULL ORDER BY ended_at DESC LIMIT 1":
      { ended_at: Date };
    "SELECT begun_at FROM recoveries WHERE sub = $1 AND begun_at > $2 ORDER BY begun_at DESC OFFSET $3 LIMIT 1":
      { begun_at: Date };
    "SELECT sub FROM recoveries WHERE ended_at IS NULL AND next_mail_at <= $1 ORDER BY next_mail_at LIMIT 500":
      { sub: string };
    "SELECT * FROM recoveries WHERE sub = $1 AND ended_at IS NULL AND next_mail_at <= $2 FOR UPDATE":
      { id: string; sub: string; begun_at: Date; ready_at: Date; expires_at: Date; next_mail_at: Date; ended_at: Date | null; outcome: 'cancelled' | 'completed' | 'expired' | null };
    "SELECT w.id AS workspace, w.name, m.role, m.joined_at\n         FROM workspace_members m JOIN workspaces w ON w.id = m.workspace\n        WHERE m.sub = $1 AND w.kind = 'company' ORDER BY m.joined_at, w.id":
      { workspace: string; name: string | null; role: 'owner' | 'admin' | 'analyst' | 'viewer' | 'billing'; joined_at: Date };
    "SELECT w.name AS invited_to, i.email, i.role, i.created_at, i.sent_at, i.expires_at, i.accepted_at, i.revoked_at\n         FROM workspace_invitations i JOIN workspaces w ON w.id = i.workspace\n        WHERE i.email = (SELECT email FROM users WHERE sub = $1) ORDER BY i.created_at, i.id":
      { invited_to: string | null; email: string; role: 'admin' | 'analyst' | 'viewer' | 'billing'; created_at: Date; sent_at: Date; expires_at: Date; accepted_at: Date | null; revoked_at: Date | null };
    "SELECT w.name AS invited_somebody_to, i.role, i.created_at\n         FROM workspace_invitations i JOIN workspaces w ON w.id = i.workspace\n        WHERE i.invited_by = $1 ORDER BY i.created_at, i.id":
      { invited_somebody_to: string | null; role: 'admin' | 'analyst' | 'viewer' | 'billing'; created_at: Date };
    "DELETE FROM workspace_members m USING workspaces w WHERE w.id = m.workspace AND w.kind = 'company' AND m.sub = $1\n       RETURNING m.workspace":
      { workspace: string };
    "SELECT i.id, i.token_hash, i.workspace, i.email, i.mailbox_key, i.role, i.sent_at, i.expires_at, i.accepted_at,\n  i.revoked_at, i.is_established, w.name AS workspace_name, u.email AS invited_by_email,\n              u.suspended_at IS NOT NULL AS is_inviter_suspended, m.role AS inviter_role\n         FROM workspace_invitations i JOIN workspaces w ON w.id = i.workspace\n         LEFT JOIN users u ON u.sub = i.invited_by\n         LEFT JOIN workspace_members m ON m.workspace = i.workspace AND m.sub = i.invited_by WHERE i.id = $1":
      { id: string; token_hash: Buffer; workspace: string; email: string; mailbox_key: string; role: 'admin' | 'analyst' | 'viewer' | 'billing'; sent_at: Date; expires_at: Date; accepted_at: Date | null; revoked_at: Date | null; is_established: boolean; workspace_name: string | null; invited_by_email: string | null; is_inviter_suspended: boolean; inviter_role: 'owner' | 'admin' | 'analyst' | 'viewer' | 'billing' | null };
    "SELECT i.id, i.token_hash, i.workspace, i.email, i.mailbox_key, i.role, i.sent_at, i.expires_at, i.accepted_at,\n  i.revoked_at, i.is_established FROM workspace_invitations i WHERE i.workspace = $1 AND i.accepted_at IS NULL AND i.revoked_at IS NULL\n        ORDER BY i.sent_at DESC, i.id LIMIT $2 OFFSET $3":
      { id: string; token_hash: Buffer; workspace: string; email: string; mailbox_key: string; role: 'admin' | 'analyst' | 'viewer' | 'billing'; sent_at: Date; expires_at: Date; accepted_at: Date | null; revoked_at: Date | null; is_established: boolean };
    "SELECT count(*)::integer AS count FROM workspace_invitations i WHERE i.workspace = $1 AND i.accepted_at IS NULL AND i.revoked_at IS NULL":
      { count: number };
    "SELECT i.id, i.token_hash, i.workspace, i.email, i.mailbox_key, i.role, i.sent_at, i.expires_at, i.accepted_at,\n  i.revoked_at, i.is_established FROM workspace_invitations i\n        WHERE i.workspace = $1 AND i.mailbox_key = $2 AND i.accepted_at IS NULL AND i.revoked_at IS NULL ORDER BY i.sent_at DESC LIMIT 1":
      { id: string; token_hash: Buffer; workspace: string; email: string; mailbox_key: string; role: 'admin' | 'analyst' | 'viewer' | 'billing'; sent_at: Date; expires_at: Date; accepted_at: Date | null; revoked_at: Date | null; is_established: boolean };
    "SELECT i.id, i.token_hash, i.workspace, i.email, i.mailbox_key, i.role, i.sent_at, i.expires_at, i.accepted_at,\n  i.revoked_at, i.is_established FROM workspace_invitations i WHERE i.id = $1 AND i.workspace = $2 AND i.accepted_at IS NULL AND i.revoked_at IS NULL FOR UPDATE":
      { id: string; token_hash: Buffer; workspace: string; email: string; mailbox_key: string; role: 'admin' | 'analyst' | 'viewer' | 'billing'; sent_at: Date; expires_at: Date; accepted_at: Date | null; revoked_at: Date | null; is_established: boolean };
    [text: `SELECT sent_at FROM invitation_mails WHERE ${string} = $1 AND is_established = $4 AND sent_at > $2\n        ORDER BY sent_at DESC OFFSET $3 LIMIT 1`]:
      { sent_at: Date };
    "SELECT id, name FROM api_keys WHERE workspace = $1 AND $2 IN (created_by, secret_by) AND revoked_at IS NULL\n        ORDER BY created_at DESC, id":
      { id: string; name: string };
    "SELECT id, url FROM webhook_endpoints WHERE workspace = $1 AND $2 IN (created_by, url_by, secret_by)\n        ORDER BY created_at DESC, id":
      { id: string; url: string };
    "SELECT id, email FROM workspace_invitations\n        WHERE workspace = $1 AND invited_by = $2 AND accepted_at IS NULL AND revoked_at IS NULL AND expires_at > $3\n        ORDER BY created_at DESC, id":
      { id: string; email: string };
    "UPDATE api_keys SET former_hash = NULL, former_until = NULL, former_by = NULL\n        WHERE workspace = $1 AND coalesce(former_by, created_by) = $2 AND former_until > $3 AND revoked_at IS NULL RETURNING id, name":
      { id: string; name: string };
    "SELECT r.days, r.law, u.email AS \"setBy\", r.set_at AS \"setAt\"\n         FROM workspace_retentions r LEFT JOIN users u ON u.sub = r.set_by WHERE r.workspace = $1":
      { days: number; law: string; setBy: string | null; setAt: Date };
    "SELECT p.idle_minutes, p.life_minutes, p.address_ranges::text[] AS address_ranges FROM workspace_session_policies p WHERE p.workspace = $1":
      { idle_minutes: number | null; life_minutes: number | null; address_ranges: string[] };
    "SELECT p.idle_minutes, p.life_minutes, p.address_ranges::text[] AS address_ranges FROM workspace_session_policies p WHERE p.workspace = $1 FOR UPDATE":
      { idle_minutes: number | null; life_minutes: number | null; address_ranges: string[] };
    "SELECT p.idle_minutes, p.life_minutes, p.address_ranges::text[] AS address_ranges, extract(epoch FROM $3::timestamptz - s.created_at)::float8 * 1000 AS age_ms,\n              greatest(s.longest_idle_seconds, extract(epoch FROM $3::timestamptz - s.last_seen_at))::float8 * 1000 AS idle_ms\n         FROM workspace_session_policies p JOIN sessions s ON s.id = $2 WHERE p.workspace = $1":
      { idle_minutes: number | null; life_minutes: number | null; address_ranges: string[]; age_ms: number | null; idle_ms: number };
    "SELECT w.id, w.name, m.role FROM workspace_members m JOIN workspaces w ON w.id = m.workspace\n        WHERE m.sub = $1 ORDER BY w.kind = 'company', m.joined_at, w.id LIMIT $2":
      { id: string; name: string | null; role: 'owner' | 'admin' | 'analyst' | 'viewer' | 'billing' };
    "SELECT w.name FROM workspace_members m JOIN workspaces w ON w.id = m.workspace\n        WHERE m.sub = $1 AND w.kind = 'company' ORDER BY w.name, w.id":
      { name: string | null };
    "SELECT w.name FROM workspaces w JOIN workspace_members m ON m.workspace = w.id\n        WHERE m.sub = $1 AND w.kind = 'company' AND m.role = 'owner' AND NOT EXISTS (\n              SELECT FROM workspace_members o WHERE o.workspace = w.id AND o.role = 'owner' AND o.sub <> $1)\n        ORDER BY w.name, w.id":
      { name: string | null };
    "SELECT w.id FROM workspace_members m JOIN workspaces w ON w.id = m.workspace\n        WHERE m.sub = $1 AND w.kind = 'company' ORDER BY w.id":
      { id: string };
    "SELECT w.id, w.name, m.role FROM workspace_members m JOIN workspaces w ON w.id = m.workspace\n        WHERE m.workspace = $1 AND m.sub = $2":
      { id: string; name: string | null; role: 'owner' | 'admin' | 'analyst' | 'viewer' | 'billing' };
    "SELECT count(*) FILTER (WHERE m.role = 'owner')::integer AS owned, count(*)::integer AS joined\n         FROM workspace_members m JOIN workspaces w ON w.id = m.workspace AND w.kind = 'company' WHERE m.sub = $1":
      { owned: number; joined: number };
    "SELECT m.sub, u.email, m.role, m.joined_at FROM workspace_members m JOIN users u USING (sub) WHERE m.workspace = $1\n        ORDER BY m.role <> 'owner', m.joined_at, m.sub LIMIT $2 OFFSET $3":
      { sub: string; email: string; role: 'owner' | 'admin' | 'analyst' | 'viewer' | 'billing'; joined_at: Date };
    "SELECT count(*)::integer AS all, count(*) FILTER (WHERE role = 'owner')::integer AS owners\n         FROM workspace_members WHERE workspace = $1":
      { all: number; owners: number };
    "SELECT m.sub, u.email, m.role, m.joined_at FROM workspace_members m JOIN users u USING (sub) WHERE m.workspace = $1 AND m.sub = $2":
      { sub: string; email: string; role: 'owner' | 'admin' | 'analyst' | 'viewer' | 'billing'; joined_at: Date };
    "SELECT u.email FROM workspace_members m JOIN users u USING (sub)\n      WHERE m.workspace = $1 AND m.role IN ('owner', 'billing') ORDER BY m.role <> 'owner', m.joined_at, m.sub LIMIT 20":
      { email: string };
  }
}

export {};

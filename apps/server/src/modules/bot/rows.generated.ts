// Made by `npm run rows` of the migrated database: the row of each statement of this module. Not edited by hand.

declare module '../../platform/db/rows.ts' {
  interface Rows {
    "SELECT telegram_id::text AS telegram_user_id, language, joined_at FROM bot_accounts WHERE joined_sub = $1":
      { telegram_user_id: string; language: 'en' | 'ru' | null; joined_at: Date | null };
    "SELECT telegram_id::text, sub, language, joined_sub, joined_at, workspace,\n  (SELECT m.role AS workspace_role FROM workspace_members m\n    WHERE m.workspace = bot_accounts.workspace AND m.sub = bot_accounts.joined_sub),\n  EXISTS (SELECT FROM workspace_session_policies p WHERE p.workspace = bot_accounts.workspace) AS limits_sessions,\n  (SELECT s.suspended_at FROM suspended_telegram_users s WHERE s.telegram_id = bot_accounts.telegram_id), (SELECT s.reason AS suspended_reason FROM suspended_telegram_users s WHERE s.telegram_id = bot_accounts.telegram_id) FROM bot_accounts WHERE telegram_id = $1":
      { telegram_id: string; sub: string; language: 'en' | 'ru' | null; joined_sub: string | null; joined_at: Date | null; workspace: string | null; workspace_role: 'owner' | 'admin' | 'analyst' | 'viewer' | 'billing' | null; limits_sessions: boolean; suspended_at: Date | null; suspended_reason: string | null };
    "SELECT telegram_id::text, sub, language, joined_sub, joined_at, workspace,\n  (SELECT m.role AS workspace_role FROM workspace_members m\n    WHERE m.workspace = bot_accounts.workspace AND m.sub = bot_accounts.joined_sub),\n  EXISTS (SELECT FROM workspace_session_policies p WHERE p.workspace = bot_accounts.workspace) AS limits_sessions,\n  (SELECT s.suspended_at FROM suspended_telegram_users s WHERE s.telegram_id = bot_accounts.telegram_id), (SELECT s.reason AS suspended_reason FROM suspended_telegram_users s WHERE s.telegram_id = bot_accounts.telegram_id) FROM bot_accounts WHERE telegram_id = $1 FOR UPDATE":
      { telegram_id: string; sub: string; language: 'en' | 'ru' | null; joined_sub: string | null; joined_at: Date | null; workspace: string | null; workspace_role: 'owner' | 'admin' | 'analyst' | 'viewer' | 'billing' | null; limits_sessions: boolean; suspended_at: Date | null; suspended_reason: string | null };
    "SELECT telegram_id::text, sub, language, joined_sub, joined_at, workspace,\n  (SELECT m.role AS workspace_role FROM workspace_members m\n    WHERE m.workspace = bot_accounts.workspace AND m.sub = bot_accounts.joined_sub),\n  EXISTS (SELECT FROM workspace_session_policies p WHERE p.workspace = bot_accounts.workspace) AS limits_sessions,\n  (SELECT s.suspended_at FROM suspended_telegram_users s WHERE s.telegram_id = bot_accounts.telegram_id), (SELECT s.reason AS suspended_reason FROM suspended_telegram_users s WHERE s.telegram_id = bot_accounts.telegram_id) FROM bot_accounts WHERE joined_sub = $1":
      { telegram_id: string; sub: string; language: 'en' | 'ru' | null; joined_sub: string; joined_at: Date | null; workspace: string | null; workspace_role: 'owner' | 'admin' | 'analyst' | 'viewer' | 'billing' | null; limits_sessions: boolean; suspended_at: Date | null; suspended_reason: string | null };
    "INSERT INTO bot_requests (telegram_id, key, owner, created_at)\n       SELECT telegram_id, $2, $3, $4 FROM bot_accounts WHERE telegram_id = $1 FOR KEY SHARE\n       ON CONFLICT (telegram_id, key) DO UPDATE SET owner = bot_requests.owner RETURNING owner":
      { owner: string };
    "SELECT sub, email, suspended_at, suspended_reason FROM users WHERE sub = $1 FOR NO KEY UPDATE":
      { sub: string; email: string; suspended_at: Date | null; suspended_reason: string | null };
    "SELECT sub, email, suspended_at, suspended_reason FROM users WHERE sub = $1":
      { sub: string; email: string; suspended_at: Date | null; suspended_reason: string | null };
    "SELECT id, token_hash AS \"tokenHash\", sub, expires_at AS \"expiresAt\", used_by::text AS \"usedBy\" FROM bot_join_links WHERE id = $1":
      { id: string; tokenHash: Buffer; sub: string; expiresAt: Date; usedBy: string | null };
    "INSERT INTO bot_addresses (id, address, asked_at) VALUES ($1, $2, $3)\n       ON CONFLICT (address) DO UPDATE SET asked_at = excluded.asked_at RETURNING id":
      { id: string };
    "UPDATE bot_addresses SET asked_at = $2 WHERE id = $1 RETURNING address":
      { address: string };
    "UPDATE bot_transactions SET asked_at = $2 WHERE id = $1 RETURNING asked":
      { asked: unknown };
    "SELECT b.telegram_id::text AS id FROM bot_accounts b JOIN users u ON u.sub = b.joined_sub\n      WHERE u.mailbox_key = $1 ORDER BY b.telegram_id":
      { id: string };
    "SELECT joined_sub FROM bot_accounts WHERE telegram_id = $1 FOR UPDATE":
      { joined_sub: string | null };
    "SELECT mailbox_key FROM users WHERE sub = $1":
      { mailbox_key: string };
  }
}

export {};

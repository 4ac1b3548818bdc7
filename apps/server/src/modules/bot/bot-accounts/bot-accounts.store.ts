import type { BotLanguage } from '@assay/contracts';
import type { WorkspaceRole } from '@assay/domain';
import type { Db } from '../../../platform/db/index.ts';
import type { BotRow, SiteAccount, Suspension } from './bot-accounts.ports.ts';

interface SuspensionRow {
  readonly suspended_at: Date | null;
  readonly suspended_reason: string | null;
}

interface Row extends SuspensionRow {
  readonly telegram_id: string;
  readonly sub: string;
  readonly language: BotLanguage | null;
  readonly joined_sub: string | null;
  readonly joined_at: Date | null;
  readonly workspace: string | null;
  readonly workspace_role: WorkspaceRole | null;
  readonly limits_sessions: boolean;
}

// A subquery per row, since the result of a join could not be locked.
const SUSPENSION = 'FROM suspended_telegram_users s WHERE s.telegram_id = bot_accounts.telegram_id';
const COLUMNS = `telegram_id::text, sub, language, joined_sub, joined_at, workspace,
  (SELECT m.role AS workspace_role FROM workspace_members m
    WHERE m.workspace = bot_accounts.workspace AND m.sub = bot_accounts.joined_sub),
  EXISTS (SELECT FROM workspace_session_policies p WHERE p.workspace = bot_accounts.workspace) AS limits_sessions,
  (SELECT s.suspended_at ${SUSPENSION}), (SELECT s.reason AS suspended_reason ${SUSPENSION})`;

export const botAccountsStore = {
  async find(db: Db, telegramId: string): Promise<BotRow | null> {
    const found = await db.query(`SELECT ${COLUMNS} FROM bot_accounts WHERE telegram_id = $1`, [telegramId]);
    return rowOf(found.rows[0]);
  },

  /** The same, locked until the transaction ends. */
  async lock(db: Db, telegramId: string): Promise<BotRow | null> {
    const found = await db.query(`SELECT ${COLUMNS} FROM bot_accounts WHERE telegram_id = $1 FOR UPDATE`, [telegramId]);
    return rowOf(found.rows[0]);
  },

  async findJoinedTo(db: Db, sub: string): Promise<BotRow | null> {
    const found = await db.query(`SELECT ${COLUMNS} FROM bot_accounts WHERE joined_sub = $1`, [sub]);
    return rowOf(found.rows[0]);
  },

  /** False when the account already exists. */
  async insert(db: Db, account: { readonly telegramId: string; readonly sub: string; readonly now: Date }) {
    const made = await db.query(
      `INSERT INTO bot_accounts (telegram_id, sub, created_at) VALUES ($1, $2, $3) ON CONFLICT (telegram_id) DO NOTHING`,
      [account.telegramId, account.sub, account.now],
    );
    return made.rowCount === 1;
  },

  async setLanguage(db: Db, telegramId: string, language: BotLanguage): Promise<void> {
    await db.query('UPDATE bot_accounts SET language = $2 WHERE telegram_id = $1', [telegramId, language]);
  },

  /** Joins the chat to an account; null separates it. */
  async join(db: Db, telegramId: string, sub: string | null, now: Date): Promise<void> {
    await db.query(
      `UPDATE bot_accounts SET joined_sub = $2, workspace = NULL, joined_at = CASE WHEN $2::text IS NULL THEN NULL ELSE $3::timestamptz END
        WHERE telegram_id = $1`,
      [telegramId, sub, now],
    );
  },

  /**
   * Chooses the workspace that the chat joined to an account checks in; null for the personal one. False when no chat is
   * joined, or the account is no member of the company.
   */
  async chooseWorkspace(db: Db, sub: string, workspace: string | null): Promise<boolean> {
    const chosen = await db.query(
      `UPDATE bot_accounts SET workspace = $2 WHERE joined_sub = $1 AND ($2::text IS NULL OR EXISTS (
         SELECT FROM workspace_members m JOIN workspaces w ON w.id = m.workspace AND w.kind = 'company'
          WHERE m.workspace = $2 AND m.sub = $1))`,
      [sub, workspace],
    );
    return chosen.rowCount === 1;
  },

  async partFrom(db: Db, sub: string): Promise<void> {
    await db.query(
      'UPDATE bot_accounts SET joined_sub = NULL, joined_at = NULL, workspace = NULL WHERE joined_sub = $1',
      [sub],
    );
  },

  async remove(db: Db, telegramId: string): Promise<void> {
    await db.query('DELETE FROM bot_accounts WHERE telegram_id = $1', [telegramId]);
  },

  /** Locks the account, so that joining and separating chats is serialised until the transaction ends. */
  async lockSiteAccount(db: Db, sub: string): Promise<SiteAccount | null> {
    return siteAccount(db, sub, 'locked');
  },

  siteAccount: (db: Db, sub: string): Promise<SiteAccount | null> => siteAccount(db, sub, 'free'),

  /** The owner for whom a request was begun: `owner` at the first call, the stored owner at later calls. */
  async ownerOfRequest(
    db: Db,
    request: { readonly telegramId: string; readonly key: string; readonly owner: string; readonly now: Date },
  ): Promise<string> {
    const found = await db.query(
      // Stores nothing for a chat that is being deleted at this moment, so that no row refers to it.
      `INSERT INTO bot_requests (telegram_id, key, owner, created_at)
       SELECT telegram_id, $2, $3, $4 FROM bot_accounts WHERE telegram_id = $1 FOR KEY SHARE
       ON CONFLICT (telegram_id, key) DO UPDATE SET owner = bot_requests.owner RETURNING owner`,
      [request.telegramId, request.key, request.owner, request.now],
    );
    return found.rows[0]?.owner ?? request.owner;
  },

  /** Changes the owner of a request to `owner`. */
  async moveRequest(db: Db, telegramId: string, key: string, owner: string): Promise<void> {
    await db.query('UPDATE bot_requests SET owner = $3 WHERE telegram_id = $1 AND key = $2', [telegramId, key, owner]);
  },

  /**
   * Deletes requests, join links, stored addresses and transactions from before the given times. Requests of a chat stay
   * while it, its account or whom it asked for is under a legal hold. Run as service work.
   */
  async forgetBefore(db: Db, before: { readonly requests: Date; readonly links: Date; readonly addresses: Date }) {
    await db.query(
      `DELETE FROM bot_requests r WHERE created_at < $1 AND NOT EXISTS (
         SELECT FROM held_workspaces h JOIN bot_accounts a ON h.workspace IN (a.sub, a.joined_sub, r.owner)
          WHERE a.telegram_id = r.telegram_id)`,
      [before.requests],
    );
    await db.query('DELETE FROM bot_join_links WHERE expires_at < $1', [before.links]);
    await db.query('DELETE FROM bot_addresses WHERE asked_at < $1', [before.addresses]);
    await db.query('DELETE FROM bot_transactions WHERE asked_at < $1', [before.addresses]);
  },
};

export type BotAccountsStore = typeof botAccountsStore;

const SITE_ACCOUNT = 'SELECT sub, email, suspended_at, suspended_reason FROM users WHERE sub = $1';

async function siteAccount(db: Db, sub: string, how: 'free' | 'locked'): Promise<SiteAccount | null> {
  const found = await db.query(how === 'locked' ? `${SITE_ACCOUNT} FOR NO KEY UPDATE` : SITE_ACCOUNT, [sub]);
  const row = found.rows[0];
  return row === undefined ? null : { sub: row.sub, email: row.email, suspension: suspensionOf(row) };
}

function rowOf(row: Row | undefined): BotRow | null {
  if (row === undefined) return null;
  const { telegram_id, sub, language, joined_sub, joined_at, workspace: id, workspace_role: role } = row;
  const company = id === null || role === null ? null : { id, role, isClosedToChats: row.limits_sessions };
  const joined = joined_sub === null || joined_at === null ? null : { sub: joined_sub, since: joined_at, company };
  return { telegramId: telegram_id, sub, language, joined, suspension: suspensionOf(row) };
}

function suspensionOf({ suspended_at, suspended_reason: reason }: SuspensionRow): Suspension | null {
  return suspended_at === null ? null : { reason };
}

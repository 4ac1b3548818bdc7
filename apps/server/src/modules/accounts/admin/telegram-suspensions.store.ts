import type { Db } from '../../../platform/db/index.ts';

/** Takes effect from the next request on. A repeated call keeps the former reason unless it gives a new one. */
export async function suspendTelegramUser(db: Db, telegramId: string, reason: string | null, now: Date): Promise<void> {
  await db.query(
    `INSERT INTO suspended_telegram_users (telegram_id, suspended_at, reason) VALUES ($1, $2, $3)
     ON CONFLICT (telegram_id) DO UPDATE SET reason = coalesce(excluded.reason, suspended_telegram_users.reason)`,
    [telegramId, now, reason],
  );
}

export async function restoreTelegramUser(db: Db, telegramId: string): Promise<void> {
  await db.query('DELETE FROM suspended_telegram_users WHERE telegram_id = $1', [telegramId]);
}

/** Telegram users joined to accounts of a mailbox. */
export async function telegramUsersOfMailbox(db: Db, mailboxKey: string): Promise<readonly string[]> {
  const found = await db.query(
    `SELECT b.telegram_id::text AS id FROM bot_accounts b JOIN users u ON u.sub = b.joined_sub
      WHERE u.mailbox_key = $1 ORDER BY b.telegram_id`,
    [mailboxKey],
  );
  return found.rows.map(({ id }) => id);
}

/** Waits for running joins; returns the mailbox of the account a Telegram user is joined to, null without one. */
export async function waitForMailboxOfTelegramUser(db: Db, telegramId: string): Promise<string | null> {
  const found = await db.query('SELECT joined_sub FROM bot_accounts WHERE telegram_id = $1 FOR UPDATE', [telegramId]);
  const joinedSub = found.rows[0]?.joined_sub ?? null;
  if (joinedSub === null) return null;
  const account = await db.query('SELECT mailbox_key FROM users WHERE sub = $1', [joinedSub]);
  return account.rows[0]?.mailbox_key ?? null;
}

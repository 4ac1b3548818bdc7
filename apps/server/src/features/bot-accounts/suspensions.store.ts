import type { Db } from '../../db/index.ts';

/** Holds from the next request on. Once more keeps the former reason, unless it brings one. */
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

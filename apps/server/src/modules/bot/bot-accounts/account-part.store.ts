import type { Db } from '../../../platform/db/index.ts';

/** The Telegram data of an account: the joined Telegram user id, and since when it is joined. */
export const telegramPart = {
  name: 'telegram',

  async *exportOf(db: Db, sub: string): AsyncGenerator<readonly object[]> {
    const found = await db.query(
      `SELECT telegram_id::text AS telegram_user_id, language, joined_at FROM bot_accounts WHERE joined_sub = $1`,
      [sub],
    );
    yield found.rows;
  },

  /** Separates the chat from the account; the chat keeps its own data. */
  async erase(db: Db, sub: string): Promise<void> {
    await db.query(
      'UPDATE bot_accounts SET joined_sub = NULL, joined_at = NULL, workspace = NULL WHERE joined_sub = $1',
      [sub],
    );
    await db.query('DELETE FROM bot_join_links WHERE sub = $1', [sub]);
  },
};

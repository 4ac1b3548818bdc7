import type { Db } from '../../db/index.ts';

/** What an account may ask for about Telegram: the number that is joined to it, and since when. */
export const telegramPart = {
  name: 'telegram',

  async *exportOf(db: Db, sub: string): AsyncGenerator<readonly object[]> {
    const found = await db.query<object>(
      `SELECT telegram_id::text AS telegram_user_id, language, joined_at FROM bot_accounts WHERE joined_sub = $1`,
      [sub],
    );
    yield found.rows;
  },

  /** The chat stands alone again, with what is its own. */
  async erase(db: Db, sub: string): Promise<void> {
    await db.query('UPDATE bot_accounts SET joined_sub = NULL, joined_at = NULL WHERE joined_sub = $1', [sub]);
    await db.query('DELETE FROM bot_join_links WHERE sub = $1', [sub]);
  },
};

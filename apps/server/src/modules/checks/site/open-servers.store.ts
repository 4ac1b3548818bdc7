import type { Db } from '../../../platform/db/index.ts';

/** How often a server renews its row. */
export const RENEW_SERVER_MS = 20_000;
/** After this time without renewal a server counts as stopped. */
const GONE_AFTER_SECONDS = 60;

export const openServersStore = {
  /** Records that a server is open at `url`, and deletes the rows of servers that were killed. */
  async renew(db: Db, url: string): Promise<void> {
    await db.query(
      `INSERT INTO open_servers (url, seen_at) VALUES ($1, now()) ON CONFLICT (url) DO UPDATE SET seen_at = now()`,
      [url],
    );
    await db.query(`DELETE FROM open_servers WHERE seen_at < now() - $1 * interval '1 second'`, [GONE_AFTER_SECONDS]);
  },

  async remove(db: Db, url: string): Promise<void> {
    await db.query('DELETE FROM open_servers WHERE url = $1', [url]);
  },

  /** Where a server of this database is open; null where none runs. */
  async find(db: Db): Promise<string | null> {
    const { rows } = await db.query(
      `SELECT url FROM open_servers WHERE seen_at >= now() - $1 * interval '1 second' ORDER BY seen_at DESC, url LIMIT 1`,
      [GONE_AFTER_SECONDS],
    );
    return rows[0]?.url ?? null;
  },
};

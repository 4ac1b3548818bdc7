import type { AccountPart } from './account.ports.ts';

/** Who someone is and where they are signed in. With the user's row their sessions go too. */
export const signInPart: AccountPart = {
  name: 'sessions',
  async *exportOf(db, sub) {
    const found = await db.query<{ device: string; created_at: Date; last_seen_at: Date; ended_at: Date | null }>(
      `SELECT device, created_at, last_seen_at, ended_at FROM sessions WHERE sub = $1 ORDER BY created_at DESC`,
      [sub],
    );
    yield found.rows;
  },
  async erase(db, sub) {
    await db.query('DELETE FROM magic_links WHERE email = (SELECT email FROM users WHERE sub = $1)', [sub]);
    await db.query('DELETE FROM users WHERE sub = $1', [sub]);
  },
};

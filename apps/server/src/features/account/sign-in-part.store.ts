import type { AccountPart } from './account.ports.ts';

/** Where someone is signed in. With the user's row the sessions go too. */
const sessions: AccountPart = {
  name: 'sessions',
  async *exportOf(db, sub) {
    const found = await db.query<{ device: string; created_at: Date; last_seen_at: Date; ended_at: Date | null }>(
      `SELECT device, created_at, last_seen_at, ended_at FROM sessions WHERE sub = $1 ORDER BY created_at DESC`,
      [sub],
    );
    yield found.rows;
  },
  erase: async () => undefined,
};

/** The links that were asked for of late, with what is kept of who asked. */
const links: AccountPart = {
  name: 'sign_in_links',
  async *exportOf(db, sub) {
    const found = await db.query<Record<string, unknown>>(
      `SELECT asked_device, asked_timezone, asked_ip, check_request, created_at, expires_at, used_at FROM magic_links
        WHERE email = (SELECT email FROM users WHERE sub = $1) ORDER BY created_at DESC`,
      [sub],
    );
    yield found.rows;
  },
  async erase(db, sub) {
    await db.query('DELETE FROM magic_links WHERE email = (SELECT email FROM users WHERE sub = $1)', [sub]);
  },
};

/** Who someone is. */
const person: AccountPart = {
  name: 'account',
  async *exportOf(db, sub) {
    const found = await db.query<Record<string, unknown>>(
      `SELECT sub, email, created_at, confirmed_at, terms_accepted_at, suspended_at, suspended_reason, admin_granted_at
         FROM users WHERE sub = $1`,
      [sub],
    );
    yield found.rows;
  },
  async erase(db, sub) {
    await db.query('DELETE FROM users WHERE sub = $1', [sub]);
  },
};

/** Who someone is and how they sign in, in the order they are erased. */
export const signInParts: readonly AccountPart[] = [sessions, links, person];

import type { Db } from '../../../platform/db/index.ts';

/** The promo codes' part of an account export. */
export const promoPart = (mailboxHashOf: (db: Db, sub: string) => Promise<string | null>) => ({
  name: 'promo_codes',

  async *exportOf(db: Db, sub: string): AsyncGenerator<readonly object[]> {
    const found = await db.query(
      `SELECT c.code, r.redeemed_at FROM promo_redemptions r JOIN promo_codes c ON c.id = r.promo_code
        WHERE r.mailbox_hash = $1 ORDER BY r.redeemed_at DESC`,
      [await mailboxHashOf(db, sub)],
    );
    yield found.rows;
  },

  /** Redemptions belong to the mailbox, of which only a hash is stored: it cannot redeem the same code again. */
  erase: async (): Promise<void> => undefined,
});

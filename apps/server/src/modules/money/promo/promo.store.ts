import type { Db } from '../../../platform/db/index.ts';

export interface PromoCode {
  readonly id: number;
  readonly code: string;
  readonly social: string;
  readonly freeChecks: number;
  /** 0 means no limit. */
  readonly totalUsages: number;
  readonly usages: number;
  /** Null for a code that does not expire. */
  readonly expiredAt: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export type NewPromoCode = Pick<PromoCode, 'code' | 'social' | 'freeChecks' | 'totalUsages' | 'expiredAt'>;
export type PromoCodePatch = Partial<Pick<PromoCode, 'social' | 'freeChecks' | 'expiredAt'>>;

const COLUMNS = `id, code, social, free_checks AS "freeChecks", total_usages AS "totalUsages", usages,
  expired_at AS "expiredAt", created_at AS "createdAt", updated_at AS "updatedAt"`;

export const promoStore = {
  /** Null when a code of this name already exists. */
  async insert(db: Db, code: NewPromoCode, now: Date): Promise<PromoCode | null> {
    const made = await db.query(
      `INSERT INTO promo_codes (code, social, free_checks, total_usages, expired_at, created_at, updated_at)
       VALUES ($1, $2, $3, $4, $5, $6, $6) ON CONFLICT DO NOTHING RETURNING ${COLUMNS}`,
      [code.code, code.social, code.freeChecks, code.totalUsages, code.expiredAt, now],
    );
    return made.rows[0] ?? null;
  },

  async list(db: Db): Promise<readonly PromoCode[]> {
    const found = await db.query(`SELECT ${COLUMNS} FROM promo_codes ORDER BY created_at DESC, id DESC`);
    return found.rows;
  },

  async update(db: Db, id: number, patch: PromoCodePatch, now: Date): Promise<PromoCode | null> {
    const changed = await db.query(
      `UPDATE promo_codes SET social = coalesce($2, social), free_checks = coalesce($3, free_checks),
              expired_at = CASE WHEN $6 THEN $4 ELSE expired_at END, updated_at = $5 WHERE id = $1 RETURNING ${COLUMNS}`,
      [id, patch.social ?? null, patch.freeChecks ?? null, patch.expiredAt ?? null, now, patch.expiredAt !== undefined],
    );
    return changed.rows[0] ?? null;
  },

  async remove(db: Db, id: number): Promise<boolean> {
    const removed = await db.query('DELETE FROM promo_codes WHERE id = $1', [id]);
    return removed.rowCount === 1;
  },

  /** Locks the code until the transaction ends, so that redemptions of one code run one after the other. */
  async findForRedemption(db: Db, code: string): Promise<PromoCode | null> {
    const found = await db.query(`SELECT ${COLUMNS} FROM promo_codes WHERE upper(code) = upper($1) FOR UPDATE`, [code]);
    return found.rows[0] ?? null;
  },

  async hasRedeemed(db: Db, id: number, mailboxHash: string): Promise<boolean> {
    const found = await db.query('SELECT FROM promo_redemptions WHERE promo_code = $1 AND mailbox_hash = $2', [
      id,
      mailboxHash,
    ]);
    return found.rowCount === 1;
  },

  async redeem(db: Db, id: number, mailboxHash: string, now: Date): Promise<void> {
    await db.query('INSERT INTO promo_redemptions (promo_code, mailbox_hash, redeemed_at) VALUES ($1, $2, $3)', [
      id,
      mailboxHash,
      now,
    ]);
    await db.query('UPDATE promo_codes SET usages = usages + 1 WHERE id = $1', [id]);
  },

  /** Accounts whose redemptions are still stored by account, at most `most`. */
  async redeemedByAccount(db: Db, most: number): Promise<readonly string[]> {
    const found = await db.query('SELECT DISTINCT sub FROM promo_redemptions_by_account LIMIT $1', [most]);
    return found.rows.map(({ sub }) => sub);
  },

  /** Stores the redemptions of an account under its mailbox; without a mailbox they are deleted. */
  async moveToMailbox(db: Db, sub: string, mailboxHash: string | null): Promise<void> {
    if (mailboxHash !== null) {
      await db.query(
        `INSERT INTO promo_redemptions (promo_code, mailbox_hash, redeemed_at)
         SELECT promo_code, $2, redeemed_at FROM promo_redemptions_by_account WHERE sub = $1
         ON CONFLICT (promo_code, mailbox_hash) DO NOTHING`,
        [sub, mailboxHash],
      );
    }
    await db.query('DELETE FROM promo_redemptions_by_account WHERE sub = $1', [sub]);
  },
};

import type { Db } from '../../db/index.ts';

export interface PromoCode {
  readonly id: number;
  readonly code: string;
  readonly social: string;
  readonly freeChecks: number;
  /** 0 is without limit. */
  readonly totalUsages: number;
  readonly usages: number;
  readonly expiredAt: Date;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export type NewPromoCode = Pick<PromoCode, 'code' | 'social' | 'freeChecks' | 'totalUsages' | 'expiredAt'>;
export type PromoCodePatch = Partial<Pick<PromoCode, 'social' | 'freeChecks' | 'expiredAt'>>;

const COLUMNS = `id, code, social, free_checks AS "freeChecks", total_usages AS "totalUsages", usages,
  expired_at AS "expiredAt", created_at AS "createdAt", updated_at AS "updatedAt"`;

export const promoStore = {
  /** Null when there is a code of this name already. */
  async insert(db: Db, code: NewPromoCode, now: Date): Promise<PromoCode | null> {
    const made = await db.query<PromoCode>(
      `INSERT INTO promo_codes (code, social, free_checks, total_usages, expired_at, created_at, updated_at)
       VALUES ($1, $2, $3, $4, $5, $6, $6) ON CONFLICT DO NOTHING RETURNING ${COLUMNS}`,
      [code.code, code.social, code.freeChecks, code.totalUsages, code.expiredAt, now],
    );
    return made.rows[0] ?? null;
  },

  async list(db: Db): Promise<readonly PromoCode[]> {
    const found = await db.query<PromoCode>(`SELECT ${COLUMNS} FROM promo_codes ORDER BY created_at DESC, id DESC`);
    return found.rows;
  },

  async update(db: Db, id: number, patch: PromoCodePatch, now: Date): Promise<PromoCode | null> {
    const changed = await db.query<PromoCode>(
      `UPDATE promo_codes SET social = coalesce($2, social), free_checks = coalesce($3, free_checks),
              expired_at = coalesce($4, expired_at), updated_at = $5 WHERE id = $1 RETURNING ${COLUMNS}`,
      [id, patch.social ?? null, patch.freeChecks ?? null, patch.expiredAt ?? null, now],
    );
    return changed.rows[0] ?? null;
  },

  async remove(db: Db, id: number): Promise<boolean> {
    const removed = await db.query('DELETE FROM promo_codes WHERE id = $1', [id]);
    return removed.rowCount === 1;
  },

  /** Locks the code until the transaction ends: redemptions of one code come one after the other. */
  async findForRedemption(db: Db, code: string): Promise<PromoCode | null> {
    const found = await db.query<PromoCode>(
      `SELECT ${COLUMNS} FROM promo_codes WHERE upper(code) = upper($1) FOR UPDATE`,
      [code],
    );
    return found.rows[0] ?? null;
  },

  async hasRedeemed(db: Db, id: number, sub: string): Promise<boolean> {
    const found = await db.query('SELECT FROM promo_redemptions WHERE promo_code = $1 AND sub = $2', [id, sub]);
    return found.rowCount === 1;
  },

  async redeem(db: Db, id: number, sub: string, now: Date): Promise<void> {
    await db.query('INSERT INTO promo_redemptions (promo_code, sub, redeemed_at) VALUES ($1, $2, $3)', [id, sub, now]);
    await db.query('UPDATE promo_codes SET usages = usages + 1 WHERE id = $1', [id]);
  },
};

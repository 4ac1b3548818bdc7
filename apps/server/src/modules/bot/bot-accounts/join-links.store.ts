import type { Db } from '../../../platform/db/index.ts';

export interface JoinLinkRow {
  readonly id: string;
  readonly tokenHash: Buffer;
  readonly sub: string;
  readonly expiresAt: Date;
  readonly usedBy: string | null;
}

const COLUMNS = `id, token_hash AS "tokenHash", sub, expires_at AS "expiresAt", used_by::text AS "usedBy"`;

export const joinLinksStore = {
  async insert(
    db: Db,
    link: Pick<JoinLinkRow, 'id' | 'tokenHash' | 'sub' | 'expiresAt'> & { readonly createdAt: Date },
  ): Promise<void> {
    await db.query(
      `INSERT INTO bot_join_links (id, token_hash, sub, created_at, expires_at) VALUES ($1, $2, $3, $4, $5)`,
      [link.id, link.tokenHash, link.sub, link.createdAt, link.expiresAt],
    );
  },

  async find(db: Db, id: string): Promise<JoinLinkRow | null> {
    const found = await db.query(`SELECT ${COLUMNS} FROM bot_join_links WHERE id = $1`, [id]);
    return found.rows[0] ?? null;
  },

  /** Consumes the link; false when it was already used, or the account has a newer one. */
  async use(db: Db, id: string, telegramId: string, now: Date): Promise<boolean> {
    const used = await db.query(
      'UPDATE bot_join_links SET used_at = $3, used_by = $2 WHERE id = $1 AND used_at IS NULL AND expires_at > $3',
      [id, telegramId, now],
    );
    return used.rowCount === 1;
  },

  /** Invalidates the unused links of an account. */
  async withdraw(db: Db, sub: string): Promise<void> {
    await db.query('DELETE FROM bot_join_links WHERE sub = $1 AND used_at IS NULL', [sub]);
  },
};

export type JoinLinksStore = typeof joinLinksStore;

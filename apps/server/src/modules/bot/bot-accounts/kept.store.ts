import type { Db } from '../../../platform/db/index.ts';

export const keptAddressesStore = {
  /** The id of an address: its existing id, else `id`. */
  async keep(db: Db, id: string, address: string, now: Date): Promise<string> {
    const kept = await db.query(
      `INSERT INTO bot_addresses (id, address, asked_at) VALUES ($1, $2, $3)
       ON CONFLICT (address) DO UPDATE SET asked_at = excluded.asked_at RETURNING id`,
      [id, address, now],
    );
    return kept.rows[0]?.id ?? id;
  },

  async find(db: Db, id: string, now: Date): Promise<string | null> {
    const found = await db.query('UPDATE bot_addresses SET asked_at = $2 WHERE id = $1 RETURNING address', [id, now]);
    return found.rows[0]?.address ?? null;
  },
};

export interface KeptRow {
  readonly id: string;
  /** JSON. */
  readonly asked: string;
}

export const keptTransactionsStore = {
  /** Keeps them from now on, also those that are kept already. */
  async keep(db: Db, rows: readonly KeptRow[], now: Date): Promise<void> {
    await db.query(
      `INSERT INTO bot_transactions (id, asked, asked_at)
       SELECT id, asked::jsonb, $3 FROM unnest($1::text[], $2::text[]) AS given (id, asked) ORDER BY id
       ON CONFLICT (id) DO UPDATE SET asked_at = excluded.asked_at`,
      [rows.map(({ id }) => id), rows.map(({ asked }) => asked), now],
    );
  },

  async find(db: Db, id: string, now: Date): Promise<unknown> {
    const found = await db.query('UPDATE bot_transactions SET asked_at = $2 WHERE id = $1 RETURNING asked', [id, now]);
    return found.rows[0]?.asked ?? null;
  },
};

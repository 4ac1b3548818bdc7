import type { Pool } from '../../src/platform/db/index.ts';

/** A finished check without its evidence; what a test does not say is filled in. */
export interface HistorySketch {
  readonly owner: string;
  readonly ticker?: string;
  readonly parent?: string | null;
  readonly name?: string;
  readonly address?: string;
  readonly riskscore?: number;
  readonly createdAt: string;
}

/** Writes finished checks down as if they had been made in this order; nobody paid for them. */
export async function writeHistory(pool: Pool, sketches: readonly HistorySketch[]): Promise<string[]> {
  const ids: string[] = [];
  for (const {
    owner,
    ticker = 'BTC',
    parent = null,
    name = 'Bitcoin',
    address = 'addr',
    riskscore = 5,
    createdAt,
  } of sketches) {
    const { rows } = await pool.query<{ sub_id: string }>(
      `WITH place AS (
         INSERT INTO history_ranges AS r (owner, last) VALUES ($1, 1)
         ON CONFLICT (owner) DO UPDATE SET last = r.last + 1 RETURNING last)
       INSERT INTO checks (sub_id, owner, ticker, parent, name, address, status, charged, created_at, finished_at,
                           lease_until, riskscore, result, position)
       SELECT md5(random()::text), $1, $2, $3, $4, $5, 'done', false, $7, $7, $7, $6, '{}', last FROM place
       RETURNING sub_id`,
      [owner, ticker, parent, name, address, riskscore, createdAt],
    );
    ids.push(rows[0]?.sub_id ?? '');
  }
  return ids;
}

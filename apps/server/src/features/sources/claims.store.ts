import type { Db } from '../../db/index.ts';
import type { LiveAsset } from './neighbourhoods.store.ts';

/** Claims by the database's own clock: those of servers may differ. */
export const claimsStore = {
  /** Who holds the claim now; null where another's has not run out. */
  async claim(db: Db, { network, ticker }: LiveAsset, address: string, forMs: number): Promise<string | null> {
    const claimed = await db.query<{ holder: string }>(
      `INSERT INTO live_claims AS held (network, ticker, address, holder, until)
       VALUES ($1, $2, $3, gen_random_uuid(), clock_timestamp() + $4::float8 * interval '1 millisecond')
       ON CONFLICT (network, ticker, address) DO UPDATE SET holder = excluded.holder, until = excluded.until
       WHERE held.until <= clock_timestamp()
       RETURNING holder`,
      [network, ticker, address, forMs],
    );
    return claimed.rows[0]?.holder ?? null;
  },

  /** Gives back what this holder claimed; what another holds since then stays. */
  async release(db: Db, { network, ticker }: LiveAsset, address: string, holder: string): Promise<void> {
    await db.query('DELETE FROM live_claims WHERE network = $1 AND ticker = $2 AND address = $3 AND holder = $4', [
      network,
      ticker,
      address,
      holder,
    ]);
  },

  async removeOlderThan(db: Db, before: Date): Promise<void> {
    await db.query('DELETE FROM live_claims WHERE until < $1', [before]);
  },
};

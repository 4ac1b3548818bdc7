import { type Db, HAS_ENDED, LEASE_OF } from '../../../platform/db/index.ts';
import type { OnDemandAsset } from './neighbourhoods.store.ts';

export const claimsStore = {
  /** The holder of the new claim; null while the claim of another holder is valid. */
  async claim(db: Db, { network, ticker }: OnDemandAsset, address: string, forMs: number): Promise<string | null> {
    const claimed = await db.query(
      `INSERT INTO live_claims AS held (network, ticker, address, holder, until)
       VALUES ($1, $2, $3, gen_random_uuid(), ${LEASE_OF} $4)
       ON CONFLICT (network, ticker, address) DO UPDATE SET holder = excluded.holder, until = excluded.until
       WHERE held.until ${HAS_ENDED}
       RETURNING holder`,
      [network, ticker, address, forMs],
    );
    return claimed.rows[0]?.holder ?? null;
  },

  /** Releases this holder's claim; the claim of another holder stays. */
  async release(db: Db, { network, ticker }: OnDemandAsset, address: string, holder: string): Promise<void> {
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

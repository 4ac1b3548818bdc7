import { ASSETS } from '@assay/domain';
import { type Db, type Pool, present } from '../../../platform/db/index.ts';
import { acrossServers } from '../../records/index.ts';
import type { SeenAsset } from './counterparties.ports.ts';

/** Every asset of the catalogue whose records name an address, by number of records: one look-up a transfer ledger. */
export async function seenAssets(pool: Pool, address: string): Promise<readonly SeenAsset[]> {
  const seen = await acrossServers(
    pool,
    (one) => seenAssetsOn(one, address),
    (asset) => asset,
  );
  return seen.toSorted((a, b) => b.records - a.records);
}

async function seenAssetsOn(db: Db, address: string): Promise<readonly SeenAsset[]> {
  const { rows } = await db.query(
    `SELECT l.network, l.ticker, (a.inflows::bigint + a.outflows)::float8 AS records, a.first_time::float8 AS first,
            a.last_time::float8 AS last
       FROM ledgers l JOIN accounts a ON a.ledger_id = l.id AND a.address = $1
      WHERE a.role = 'account' AND a.first_time IS NOT NULL
      ORDER BY records DESC, l.network, l.ticker`,
    [address],
  );
  return rows.flatMap(({ records, first, last, ...named }) => {
    const asset = ASSETS.find(({ network, ticker }) => network === named.network && ticker === named.ticker);
    if (asset === undefined || asset.network === null) return [];
    const { network, ticker, parent } = asset;
    return [{ network, ticker, parent, records, firstTime: first, lastTime: present(last) }];
  });
}

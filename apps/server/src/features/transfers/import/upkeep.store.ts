import { NETWORKS } from '@assay/domain';
import type { Db } from '../../../db/index.ts';
import { transfersTable } from '../asset-tables.store.ts';
import { type Ledger, listLedgers } from '../ledger.store.ts';

/** After fewer changed records than this, the database's own upkeep is enough. */
const UPKEEP_FROM = 5_000;
/** Below this share of new records, the planner's statistics are good enough: the database renews them by itself. */
const RENEWED_SHARE = 0.5;

const ACCOUNT_TABLES = ['transfers', 'accounts'] as const;
const COIN_TABLES = ['coin_transactions', 'coin_outputs', 'accounts'] as const;

/**
 * Maintains the tables of assets that changed much since `before`: marks new pages as visible to all, so that
 * index-only reads need not read the table, and renews the planner's statistics of tables that are mostly new.
 */
export async function keepUp(db: Db, before: readonly Ledger[]): Promise<void> {
  const former = new Map(before.map(({ id, records }) => [id, records]));
  const renewed = new Set<string>();
  for (const { id, network, records } of await listLedgers(db)) {
    const changed = Math.abs(records - (former.get(id) ?? 0));
    if (changed < UPKEEP_FROM) continue;
    const isCoins = NETWORKS[network].ledger === 'utxo';
    if (isCoins || changed >= RENEWED_SHARE * records) {
      for (const table of isCoins ? COIN_TABLES : ACCOUNT_TABLES) renewed.add(table);
    } else {
      await db.query(`VACUUM ${transfersTable(id)}`);
    }
  }
  for (const table of renewed) await db.query(`VACUUM (ANALYZE) ${table}`);
}

import { NETWORKS } from '@assay/domain';
import type { Db } from '../../../db/index.ts';
import { transfersTable } from '../asset-tables.store.ts';
import { type Ledger, listLedgers } from '../ledger.store.ts';

/** Fewer records than this are left to the database's own upkeep. */
const UPKEEP_FROM = 5_000;
/** An asset of which less is new has the planner's figures it needs: the database renews them by itself. */
const RENEWED_SHARE = 0.5;

const ACCOUNT_TABLES = ['transfers', 'accounts'] as const;
const COIN_TABLES = ['coin_transactions', 'coin_outputs', 'accounts'] as const;

/**
 * Does for assets that changed much since `before` what reads live on: marks new pages as visible to all, so that
 * index-only reads need not look, and tells the planner what the tables hold where they are mostly new.
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

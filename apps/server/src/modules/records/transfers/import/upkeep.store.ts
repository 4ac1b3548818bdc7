import { NETWORKS } from '@assay/domain';
import type { Pool } from '../../../../platform/db/index.ts';
import { ledgerPools } from '../../placement/in-ledger.ts';
import { ledgersWithFlows } from '../flows/flow-ledgers.store.ts';
import { flowsTable, transfersTable } from '../ledgers/asset-tables.store.ts';
import { listAllLedgers, listLedgers } from '../ledgers/ledger.store.ts';

/** After fewer changed records than this, the database's own upkeep is enough. */
const UPKEEP_FROM = 5_000;
/** Below this share of new records, the planner's statistics are good enough: the database renews them by itself. */
const RENEWED_SHARE = 0.5;

const ACCOUNT_TABLES = ['transfers', 'accounts', 'flows', 'flow_accounts'] as const;
const COIN_TABLES = ['coin_transactions', 'coin_outputs', 'accounts'] as const;

/** Number of records of each transfer ledger, by its id. */
export async function recordCounts(pool: Pool): Promise<ReadonlyMap<number, number>> {
  return new Map((await listAllLedgers(pool)).map(({ id, records }) => [id, records]));
}

/**
 * Maintains the tables of assets that changed much since `before`: marks new pages as visible to all, so that
 * index-only reads need not read the table, and renews the planner's statistics of tables that are mostly new.
 */
export async function keepUp(pool: Pool, before: ReadonlyMap<number, number>): Promise<void> {
  for (const server of ledgerPools(pool)) await keepUpServer(server, before);
}

async function keepUpServer(db: Pool, former: ReadonlyMap<number, number>): Promise<void> {
  const renewed = new Set<string>();
  const flowing = await ledgersWithFlows(db);
  for (const { id, network, records } of await listLedgers(db)) {
    const changed = Math.abs(records - (former.get(id) ?? 0));
    if (changed < UPKEEP_FROM) continue;
    const isCoins = NETWORKS[network].ledger === 'utxo';
    if (isCoins || changed >= RENEWED_SHARE * records) {
      for (const table of isCoins ? COIN_TABLES : ACCOUNT_TABLES) renewed.add(table);
    } else {
      await db.query(`VACUUM ${transfersTable(id)}`);
      if (flowing.has(id)) await db.query(`VACUUM ${flowsTable(id)}`);
    }
  }
  for (const table of renewed) await db.query(`VACUUM (ANALYZE) ${table}`);
}

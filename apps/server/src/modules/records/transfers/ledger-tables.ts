import { isNetworkId, NETWORKS, type NetworkId } from '@assay/domain';
import type { LedgerKey, Pool, PoolClient } from '../../../platform/db/index.ts';
import { coinStage, readStage } from './first-load/coin-stage.store.ts';
import { ensureTables } from './ledgers/asset-tables.store.ts';
import type { Ledger } from './ledgers/ledger.store.ts';
import {
  attachCopyTables,
  estimateRows,
  type LedgerRows,
  makeCopyTables,
  removeLedger,
  rowsOfLedger,
  sweepOutputs,
  vacuumTables,
} from './ledgers/ledger-tables.store.ts';

export interface NumberedLedger extends LedgerKey {
  readonly id: number;
}

/** A first load that is not done yet. */
interface FirstLoad {
  readonly ticker: string;
  /** Its last block that is read. */
  readonly height: number;
}

/** What a move of a ledger to another server needs to know of its tables. */
export interface LedgerTables {
  rowsOf(ledger: NumberedLedger): readonly LedgerRows[];
  /** The tables that every ledger has, created where they are missing. */
  ensureTables(client: PoolClient, ledgerId: number): Promise<void>;
  makeCopyTables(client: PoolClient, ledgerId: number): Promise<void>;
  attachCopyTables(client: PoolClient, ledgerId: number): Promise<void>;
  /** On a server, a first load that will replace tables which the ledger shares with others; null for none. */
  firstLoadBeside(server: Pool, ledger: LedgerKey): Promise<FirstLoad | null>;
  estimateRows(db: Pool, ledgerId: number): Promise<number>;
  /** Marks new pages as visible to all, so that index-only reads need not read the tables. */
  vacuum(pool: Pool, ledgerId: number): Promise<void>;
  removeLedger(pool: Pool, ledger: NumberedLedger, signal: AbortSignal): Promise<void>;
  /** Removes rows that came along with those of the ledger and belong to none of the server. */
  sweep(pool: Pool, ledger: NumberedLedger, signal: AbortSignal): Promise<void>;
}

/** The tables of transfer ledgers, for moving one to another server. */
export const ledgerTables: LedgerTables = {
  rowsOf: (ledger) => rowsOfLedger(named(ledger)),
  ensureTables,
  makeCopyTables,
  attachCopyTables,
  firstLoadBeside,
  estimateRows,
  vacuum: vacuumTables,
  removeLedger: (pool, ledger, signal) => removeLedger(pool, named(ledger), signal),
  sweep: async (pool, ledger, signal) => {
    if (hasCoins(named(ledger).network)) await sweepOutputs(pool, signal);
  },
};

/** All ledgers of coins of a server are in the same tables, which a first load replaces. */
async function firstLoadBeside(server: Pool, { network }: LedgerKey): Promise<FirstLoad | null> {
  if (!isNetworkId(network) || !hasCoins(network)) return null;
  for (const one of (Object.keys(NETWORKS) as NetworkId[]).filter(hasCoins)) {
    const staged = await readStage(server, coinStage(one));
    if (staged !== null) return { ticker: NETWORKS[one].native, height: staged.height };
  }
  return null;
}

const hasCoins = (network: NetworkId): boolean => NETWORKS[network].ledger === 'utxo';

function named({ id, network, ticker }: NumberedLedger): Pick<Ledger, 'id' | 'network' | 'ticker'> {
  if (!isNetworkId(network)) throw new Error(`Ledger ${id} names the unknown network '${network}'`);
  return { id, network, ticker };
}

import { isNetworkId, NETWORKS, type NetworkId } from '@assay/domain';
import type { LedgerKey, Pool } from '../../../platform/db/index.ts';
import type { FirstLoad, LedgerTables, NumberedLedger } from '../placement/move/move.ports.ts';
import { coinStage, readStage } from './first-load/coin-stage.store.ts';
import { ensureTables } from './ledgers/asset-tables.store.ts';
import type { Ledger } from './ledgers/ledger.store.ts';
import {
  attachCopyTables,
  estimateRows,
  makeCopyTables,
  removeLedger,
  rowsOfLedger,
  sweepOutputs,
  vacuumTables,
} from './ledgers/ledger-tables.store.ts';

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

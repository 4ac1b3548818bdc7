import { isNetworkId, NETWORKS } from '@assay/domain';
import type { LedgerTables, NumberedLedger } from '../placement/index.ts';
import { ensureTables } from './asset-tables.store.ts';
import type { Ledger } from './ledger.store.ts';
import {
  attachCopyTables,
  estimateRows,
  makeCopyTables,
  removeLedger,
  rowsOfLedger,
  sweepOutputs,
  vacuumTables,
} from './ledger-tables.store.ts';

/** The tables of transfer ledgers, for moving one to another server. */
export const ledgerTables: LedgerTables = {
  rowsOf: (ledger) => rowsOfLedger(named(ledger)),
  ensureTables,
  makeCopyTables,
  attachCopyTables,
  estimateRows,
  vacuum: vacuumTables,
  removeLedger: (pool, ledger, signal) => removeLedger(pool, named(ledger), signal),
  sweep: async (pool, ledger, signal) => {
    if (NETWORKS[named(ledger).network].ledger === 'utxo') await sweepOutputs(pool, signal);
  },
};

function named({ id, network, ticker }: NumberedLedger): Pick<Ledger, 'id' | 'network' | 'ticker'> {
  if (!isNetworkId(network)) throw new Error(`Ledger ${id} names the unknown network '${network}'`);
  return { id, network, ticker };
}

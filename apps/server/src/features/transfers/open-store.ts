import { NETWORKS, type NetworkId } from '@assay/domain';
import type { ExposureStore } from '@assay/exposure';
import type { Pool } from '../../db/index.ts';
import { accountRecords } from './account-records.store.ts';
import { coinRecords } from './coin-records.store.ts';
import { findLedger } from './ledger.store.ts';
import type { LabelsPort } from './transfers.ports.ts';

/** What one walk reads: an unchanging picture of one asset's records, and which one it is. */
export interface TransferSnapshot {
  readonly store: ExposureStore;
  /** Rises with each change of the records; 0 where none are held. */
  readonly revision: number;
}

/**
 * Opens the records of one asset for the length of `read`. Everything the store answers comes from one state of the
 * database, so that no append shows in the middle of a walk. `null` where no record of the asset is held.
 */
export async function withTransferStore<T>(
  pool: Pool,
  labels: LabelsPort,
  network: NetworkId,
  ticker: string,
  read: (snapshot: TransferSnapshot | null) => Promise<T>,
): Promise<T> {
  const opened = await openTransferStore(pool, labels, network, ticker);
  try {
    return await read(opened);
  } finally {
    await opened?.close();
  }
}

/** As `withTransferStore`, for callers that close it themselves; each open store holds one connection. */
export async function openTransferStore(
  pool: Pool,
  labels: LabelsPort,
  network: NetworkId,
  ticker: string,
): Promise<(TransferSnapshot & { close(): Promise<void> }) | null> {
  const client = await pool.connect();
  let open = true;
  const close = async (): Promise<void> => {
    if (!open) return;
    open = false;
    let broken: Error | undefined;
    try {
      await client.query('ROLLBACK');
    } catch (error) {
      // Nothing was written: a connection that cannot even roll back is only thrown away.
      broken = error instanceof Error ? error : new Error(String(error));
    }
    client.release(broken);
  };
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const ledger = await findLedger(client, network, ticker);
    if (ledger === null) {
      await close();
      return null;
    }
    const records = NETWORKS[network].ledger === 'utxo' ? coinRecords : accountRecords;
    return { store: records(client, labels, ledger), revision: ledger.revision, close };
  } catch (error) {
    await close();
    throw error;
  }
}

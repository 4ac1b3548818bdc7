import { NETWORKS, type NetworkId } from '@assay/domain';
import type { ExposureStore } from '@assay/exposure';
import type { Pool } from '../../db/index.ts';
import { accountRecords } from './account-records.store.ts';
import { coinRecords } from './coin-records.store.ts';
import { describeRecords } from './describe-records.ts';
import { findLedger } from './ledger.store.ts';
import { recordsHeldOf } from './records-held.store.ts';
import type { LabelsPort } from './transfers.ports.ts';

interface AssetRef {
  readonly network: NetworkId;
  readonly ticker: string;
}

/** What one walk reads: an unchanging picture of one asset's records, and where they end. */
export interface TransferSnapshot {
  readonly store: ExposureStore;
  readonly tip: { readonly block: string | null; readonly time: Date } | null;
  /** Rises with each change of the records. */
  readonly revision: number;
}

/** The records of this installation, as the checks ask for them. */
export interface TransferRecords {
  withSnapshot<T>(asset: AssetRef, work: (snapshot: TransferSnapshot | null) => Promise<T>): Promise<T>;
  describe(asset: { readonly network: NetworkId | null; readonly ticker: string }): Promise<string>;
}

/** Binds the records to a database and to labels. */
export function transferRecords(pool: Pool, labels: LabelsPort): TransferRecords {
  return {
    withSnapshot: ({ network, ticker }, work) => withTransferStore(pool, labels, network, ticker, work),
    describe: async ({ network, ticker }) =>
      describeRecords({ network, ticker }, network === null ? null : await recordsHeldOf(pool, network, ticker)),
  };
}

/**
 * Opens the records of one asset for the length of `read`. Everything the store answers comes from one state of the
 * database, so that no append shows in the middle of a walk. Null where no record of the asset is held.
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
    const held = ledger === null ? null : await recordsHeldOf(client, network, ticker);
    if (ledger === null || held === null) {
      await close();
      return null;
    }
    const records = NETWORKS[network].ledger === 'utxo' ? coinRecords : accountRecords;
    const tip = { block: held.tipBlock?.toString() ?? null, time: new Date(held.lastTime * 1000) };
    return { store: records(client, labels, ledger), tip, revision: ledger.revision, close };
  } catch (error) {
    await close();
    throw error;
  }
}

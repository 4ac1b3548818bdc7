import type { NetworkId } from '@assay/domain';
import { MemoryLimitError, type MethodVersion } from '@assay/exposure';
import { formatCount } from '@assay/wording';
import type { Pool } from '../../../../../platform/db/index.ts';
import { describeHeld, findLedger, inLedgerSnapshot, loadColumns, recordsHeldOf } from '../../../../records/index.ts';
import { labelStates } from '../../../checks/compute/label-states.ts';
import type { MemorySetting } from './screen-jobs.ts';

export interface LoadMemoryOptions {
  readonly maxBytes: number;
  /** Of the method, by whose rules addresses have labels. */
  readonly version: MethodVersion;
  readonly signal: AbortSignal;
  readonly onProgress: (text: string) => void;
}

/** Number of records that {@link loadMemory} would read; null where none is held. */
export function recordsToLoad(
  pool: Pool,
  asset: { readonly network: NetworkId; readonly ticker: string },
): Promise<number | null> {
  return inLedgerSnapshot(
    pool,
    asset,
    async (client) => (await recordsHeldOf(client, asset.network, asset.ticker))?.records ?? null,
  );
}

/**
 * Brings one asset into memory for the threads of a screening; null where no record of it is held.
 *
 * @throws MemoryLimitError before anything is read, when it would not fit
 */
export function loadMemory(
  pool: Pool,
  asset: { readonly network: NetworkId; readonly ticker: string },
  { maxBytes, version, signal, onProgress }: LoadMemoryOptions,
): Promise<{ readonly memory: MemorySetting; readonly bytes: number } | null> {
  return inLedgerSnapshot(pool, asset, async (client) => {
    const ledger = await findLedger(client, asset.network, asset.ticker);
    const held = await recordsHeldOf(client, asset.network, asset.ticker);
    if (ledger === null || held === null) return null;
    const labelSet = await labelStates({ version })(client, asset);
    const { store } = await loadColumns(client, labelSet, ledger, {
      maxBytes,
      signal,
      onProgress: (records, all) => onProgress(`reading records, ${formatCount(records)} of ${formatCount(all)}`),
    });
    const bytes = store.totalBytes;
    // Amounts too wide for a number count only once they are there.
    if (bytes > maxBytes) throw new MemoryLimitError(bytes, maxBytes);
    const { labels } = store.snapshot();
    const known = Array.from({ length: store.accounts.count }, (_, account) => account)
      .filter((account) => labels.isLabelled(account))
      .map((account) => [account, labels.labelsOf(account)] as const);
    const { records: count, firstTime, lastTime, fromBeginning } = held;
    return {
      bytes,
      memory: {
        parts: store.parts(),
        labels: known,
        tip: { block: held.tipBlock?.toString() ?? null, time: new Date(lastTime * 1000) },
        recordsHeld: await describeHeld(client, asset),
        labelSetVersion: labelSet.version,
        hasDerivedLabels: labelSet.hasDerived,
        origin: {
          labelSet: { digest: labelSet.digest, sets: labelSet.sets },
          records: { count, firstTime, lastTime, fromBeginning },
        },
      },
    };
  });
}

import type { Audit } from '../../../platform/audit/index.ts';
import type { Db, Transaction } from '../../../platform/db/index.ts';
import { recordBatchEvent } from './batch-resource.ts';
import { batchesStore } from './batches.store.ts';

/**
 * Cancels one batch of any workspace that waits, for checks, its key or its account, and that nobody worked on since
 * `before`: its rows would stay for ever. Says whether there was one. In a transaction.
 */
async function endWaitingBatch(
  tx: Db,
  audit: Audit,
  { before, now }: { readonly before: Date; readonly now: Date },
): Promise<boolean> {
  const batch = await batchesStore.lockWaiting(tx, before);
  if (batch === null) return false;
  const { id, workspace, mode } = batch;
  await batchesStore.cancel(tx, id, now);
  await recordBatchEvent(tx, batchesStore, 'batch.canceled', { owner: batch, id, at: now });
  if (mode === 'live') {
    const target = { kind: 'batch', id };
    await audit(tx, { actor: { kind: 'system' }, from: null, workspace, action: 'batch.cancel', target, text: null });
  }
  return true;
}

/** Cancels all of them, each in a transaction of its own. */
export async function endWaitingBatches(
  transaction: Transaction,
  audit: Audit,
  waiting: Parameters<typeof endWaitingBatch>[2],
): Promise<void> {
  while (await transaction((tx) => endWaitingBatch(tx, audit, waiting)));
}

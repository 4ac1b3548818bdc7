import type { Db } from '../../../platform/db/index.ts';
import { recordEvent } from '../events/record-event.ts';
import { batchResource } from './batch-resource.ts';
import type { BatchOwner } from './batches.ports.ts';
import type { BatchesStore } from './batches.store.ts';

export type BatchEvent = 'batch.canceled' | 'batch.completed' | 'batch.paused';

/** Writes an event about a batch, as it is in the transaction. Its last statement, since it locks the events of the batch. */
export async function recordBatchEvent(
  tx: Db,
  store: Pick<BatchesStore, 'find'>,
  type: BatchEvent,
  { owner, id, at }: { readonly owner: BatchOwner; readonly id: string; readonly at: Date },
): Promise<void> {
  const batch = await store.find(tx, owner, id);
  if (batch === null) return;
  await recordEvent(tx, {
    workspace: batch.workspace,
    mode: batch.mode,
    type,
    objectId: id,
    data: batchResource(batch),
    at,
  });
}

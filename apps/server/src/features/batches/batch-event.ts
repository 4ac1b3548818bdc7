import type { Db } from '../../db/index.ts';
import { recordEvent } from '../events/index.ts';
import { batchResource } from './batch-resource.ts';
import type { BatchesStore } from './batches.store.ts';

export type BatchEvent = 'batch.canceled' | 'batch.completed' | 'batch.paused';

/** Writes an event about a batch, as it is in the transaction. Its last statement, since it locks the events of the batch. */
export async function recordBatchEvent(
  tx: Db,
  store: Pick<BatchesStore, 'find'>,
  type: BatchEvent,
  { workspace, id, at }: { readonly workspace: string; readonly id: string; readonly at: Date },
): Promise<void> {
  const batch = await store.find(tx, workspace, id);
  if (batch === null) return;
  await recordEvent(tx, { workspace, mode: 'live', type, objectId: id, data: batchResource(batch), at });
}

import type { BatchV1 } from '@assay/contracts/v1';
import type { Db } from '../../../platform/db/index.ts';
import { recordEvent } from '../events/record-event.ts';
import type { BatchOwner, StoredBatch } from './batches.ports.ts';
import type { BatchesStore } from './batches.store.ts';

/** A batch as the API and the site show it. */
export function batchResource(batch: StoredBatch): BatchV1 {
  const { rows, invalid, rated, notRated, failed, canceled, status } = batch;
  const ended = invalid + rated + notRated + failed + canceled;
  return {
    id: batch.id,
    object: 'batch',
    mode: batch.mode,
    // One that is being received is never shown.
    status: status === 'receiving' ? 'open' : status,
    pause_reason: batch.pauseReason,
    api_key: batch.keyId,
    member: batch.member,
    name: batch.name,
    metadata: { ...batch.metadata },
    asset: batch.asset,
    network: batch.network,
    created_at: batch.createdAt.toISOString(),
    accepted_at: batch.acceptedAt?.toISOString() ?? null,
    ended_at: batch.endedAt?.toISOString() ?? null,
    rows: { total: rows, waiting: rows - ended, rated, not_rated: notRated, invalid, failed, canceled },
    progress: rows === 0 ? 0 : ended / rows,
    checks_charged: batch.charged,
    parts: [...batch.parts],
  };
}

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

import type { BatchV1 } from '@assay/contracts/v1';
import type { StoredBatch } from './batches.ports.ts';

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

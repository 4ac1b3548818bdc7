import { randomBytes } from 'node:crypto';
import { inTransaction, type Pool } from '../db/index.ts';
import {
  buildDisputesService,
  type DisputesService,
  disputesStore,
  type QueueDecided,
  workDecisions,
} from '../features/disputes/index.ts';
import { statedLabels, withdrawLabel } from '../features/labels/index.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { refreshAfterChange } from '../jobs/refresh-after-change.ts';

/** Constructs disputes over one database. */
export function wireDisputes(pool: Pool, queueDecided: QueueDecided): DisputesService {
  return buildDisputesService({
    db: pool,
    transaction: (work) => inTransaction(pool, work),
    store: disputesStore,
    labels: { stated: statedLabels, withdraw: withdrawLabel },
    newKey: () => randomBytes(16).toString('hex'),
    queueDecided,
  });
}

/** Disputes of this installation, with what follows a decision done in the background. */
export async function openDisputes(pool: Pool, jobs: Jobs): Promise<DisputesService> {
  const queueDecided = await workDecisions(jobs, (_dispute, signal) =>
    refreshAfterChange({ pool, progress: () => undefined, signal }),
  );
  return wireDisputes(pool, queueDecided);
}

import { randomUUID } from 'node:crypto';
import { ASSETS } from '@assay/domain';
import { recordAudit } from '../../../platform/audit/index.ts';
import { type Db, type Pool, transactionsOf } from '../../../platform/db/index.ts';
import type { Log } from '../../../platform/kernel/log.ts';
import { type Clock, SYSTEM_CLOCK } from '../../../platform/kernel/time/clock.ts';
import { workspacesStore } from '../../accounts/index.ts';
import { type ChecksService, SLOTS } from '../../checks/index.ts';
import { BOUGHT_DAYS, boughtChecks, ledger, type UnchargedAnswers } from '../../money/index.ts';
import { type BatchesService, buildBatchesService } from '../batches/batches.service.ts';
import { batchesStore } from '../batches/batches.store.ts';
import { batchJudgingStore } from '../batches/judge/batch-judging.store.ts';
import { type BatchWorkStore, batchWorkStore } from '../batches/judge/batch-work.store.ts';
import { BatchWorker, type BatchWorkerLimits } from '../batches/judge/batch-worker.ts';
import { buildRowsOfDay } from '../batches/rows/rows-of-day.ts';
import { openSpool, type Spool } from '../batches/rows/spooled-body.ts';
import type { PublicApiFeatures } from './public-api.ts';

export interface BatchParts {
  readonly checks: ChecksService;
  readonly publicApi: PublicApiFeatures;
  readonly spool: Spool;
  /** What is limited of answers without a charge; default: nothing. */
  readonly uncharged?: Pick<UnchargedAnswers, 'isLeft'>;
  readonly log: Pick<Log, 'error'>;
  readonly clock?: Clock;
  readonly limits?: Partial<BatchWorkerLimits>;
  /** Default: the stored work. A test stops it in the middle. */
  readonly work?: BatchWorkStore;
}

export interface BatchFeatures {
  readonly batches: BatchesService;
  readonly worker: BatchWorker;
  /** Where bodies wait until they have arrived. */
  readonly spool: Spool;
  readonly results: { readonly db: Pool };
  readonly idempotency: PublicApiFeatures['routes']['idempotency'];
  /** Aborted when the server stops. */
  readonly closing: AbortSignal;
}

const DAY_MS = 86_400_000;
const LIMITS: BatchWorkerLimits = {
  // At least one slot is left for single checks, which wait for no batch.
  lanes: Math.max(1, SLOTS.running - 1),
  leaseMs: 30_000,
};

/** What a workspace bought lately, or has left of what it bought. */
function boughtOf(db: Db, workspace: string, now: Date): Promise<number> {
  return boughtChecks(db, [workspace], new Date(now.getTime() - BOUGHT_DAYS * DAY_MS), now);
}

/** Where bodies wait until they have arrived, with room kept for who bought checks. */
export function openBodies(pool: Pool, dataDir: string, clock = SYSTEM_CLOCK): Promise<Spool> {
  return openSpool(dataDir, async (workspace) => (await boughtOf(pool, workspace, clock.now())) > 0);
}

/** Batches over one database. The worker is started by its caller. */
export function wireBatches(
  pool: Pool,
  { checks, publicApi, spool, uncharged, log, clock = SYSTEM_CLOCK, limits = {}, work = batchWorkStore }: BatchParts,
): BatchFeatures {
  const transaction = transactionsOf(pool);
  const testChecks = publicApi.batchTestChecks;
  const audit = recordAudit;
  const shared = { db: pool, transaction, audit, store: batchesStore, checks, testChecks, clock };
  const rowsOfDay = buildRowsOfDay({
    boughtChecks: boughtOf,
    checksLeft: async (db, workspace, now) => (await ledger.stateOf(db, workspace, now)).checks,
  });
  const worker = new BatchWorker(
    {
      ...shared,
      catalogue: ASSETS,
      judging: batchJudgingStore,
      work,
      apiChecks: publicApi.apiChecks,
      serverId: randomUUID(),
      hasUnchargedLeft: async (workspace) => (await uncharged?.isLeft(pool, workspace, clock.now())) ?? true,
      checksLeft: async (workspace) => (await ledger.stateOf(pool, workspace, clock.now())).checks,
      log,
    },
    { ...LIMITS, ...limits },
  );
  return {
    batches: buildBatchesService({
      ...shared,
      holds: { workspaces: workspacesStore },
      rowsOfDay,
      catalogue: ASSETS,
      wake: () => worker.wake(),
    }),
    worker,
    spool,
    results: { db: pool },
    idempotency: publicApi.routes.idempotency,
    closing: checks.closing,
  };
}

import { randomUUID } from 'node:crypto';
import { ASSETS } from '@assay/domain';
import { inTransaction, type Pool } from '../db/index.ts';
import {
  type BatchesService,
  BatchWorker,
  type BatchWorkerLimits,
  type BatchWorkStore,
  batchesStore,
  batchRowsStore,
  batchWorkStore,
  buildBatchesService,
  readOnDemand,
} from '../features/batches/index.ts';
import { type ChecksService, type OnDemandReader, SLOTS } from '../features/checks/index.ts';
import { ledger } from '../features/ledger/index.ts';
import { buildBatchTestChecks, testChecksStore } from '../features/test-mode/index.ts';
import type { PublicApiFeatures } from './wiring-public-api.ts';

export interface BatchParts {
  readonly checks: ChecksService;
  readonly publicApi: PublicApiFeatures;
  /** On-demand reads of chains; default: there are none. */
  readonly live?: Pick<OnDemandReader, 'canAsk'> | undefined;
  readonly log: { error(facts: { readonly err: unknown }, message: string): void };
  readonly clock?: { now(): Date };
  readonly limits?: Partial<BatchWorkerLimits>;
  /** Default: the stored work. A test stops it in the middle. */
  readonly work?: BatchWorkStore;
}

export interface BatchFeatures {
  readonly batches: BatchesService;
  readonly worker: BatchWorker;
  readonly results: { readonly db: Pool; readonly rows: typeof batchRowsStore };
  readonly idempotency: PublicApiFeatures['routes']['idempotency'];
  /** Aborted when the server stops. */
  readonly closing: AbortSignal;
}

const CLOCK = { now: () => new Date() };
const LIMITS: BatchWorkerLimits = {
  // At least one slot is left for single checks, which wait for no batch.
  lanes: Math.max(1, SLOTS.running - 1),
  unchargedADay: 1_000,
  leaseMs: 30_000,
};

/** Batches over one database. The worker is started by its caller. */
export function wireBatches(
  pool: Pool,
  { checks, publicApi, live, log, clock = CLOCK, limits = {}, work = batchWorkStore }: BatchParts,
): BatchFeatures {
  const transaction: <T>(work: Parameters<typeof inTransaction<T>>[1]) => Promise<T> = (work) =>
    inTransaction(pool, work);
  const testChecks = buildBatchTestChecks({ store: testChecksStore, catalogue: ASSETS, clock });
  const shared = { db: pool, transaction, store: batchesStore, rows: batchRowsStore, checks, testChecks, clock };
  const worker = new BatchWorker(
    {
      ...shared,
      work,
      apiChecks: publicApi.apiChecks,
      serverId: randomUUID(),
      isReadOnDemand: readOnDemand(ASSETS, live),
      checksLeft: async (workspace) => (await ledger.stateOf(pool, workspace, clock.now())).checks,
      log,
    },
    { ...LIMITS, ...limits },
  );
  return {
    batches: buildBatchesService({ ...shared, catalogue: ASSETS, wake: () => worker.wake() }),
    worker,
    results: { db: pool, rows: batchRowsStore },
    idempotency: publicApi.routes.idempotency,
    closing: checks.closing,
  };
}

export { batchesPart } from './account-part.store.ts';
export { type BatchRowsStore, batchRowsStore } from './batch-rows.store.ts';
export { type BatchWorkStore, batchWorkStore } from './batch-work.store.ts';
export { BatchWorker, type BatchWorkerLimits } from './batch-worker.ts';
export { batchRoutes } from './batches.routes.ts';
export { type BatchesService, buildBatchesService } from './batches.service.ts';
export { BATCH_KEPT_DAYS, BATCH_OPEN_DAYS, batchesStore } from './batches.store.ts';
export { batchRoutesV1 } from './batches-v1.routes.ts';
export { readOnDemand } from './read-on-demand.ts';

export type { GatherPayment } from './best-first.ts';
export { type HistoryGap, rowGaps } from './history-gaps.ts';
export { forgetNeighbourhoods, NEIGHBOURHOODS_DAYS, onDemandCaches } from './on-demand-caches.ts';
export type {
  Gathering,
  GatherProgress,
  OnDemandCutOff,
  OnDemandRecords,
  OwnRecords,
  ReadGathering,
} from './on-demand-records.ts';
export { openCutOff } from './open-cut-off.ts';
export type {
  AssetTransfers,
  PendingMove,
  SeenRecords,
  SeenTransaction,
  TransactionContent,
} from './seen-transaction.ts';
export * from './sources.ports.ts';
export { buildOnDemandSources, type OnDemandSources, type OnDemandSourcesDeps } from './sources.service.ts';
export type {
  FoundTransaction,
  LookUpOptions,
  LookUps,
  TransactionLookUp,
  TransactionPlaces,
} from './transactions/look-ups.ts';

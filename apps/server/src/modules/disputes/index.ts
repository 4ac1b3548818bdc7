export type { QueueDispute } from './disputes/dispute-jobs.ts';
export type { DisputesService } from './disputes/disputes.service.ts';
export { disputesStore } from './disputes/disputes.store.ts';
export { type FollowDeps, followDecision } from './disputes/follow-decision.ts';
export { sendReceipt } from './disputes/receipt.ts';
export { receiptsStore } from './disputes/receipts.store.ts';
export { withdrawnLabels } from './disputes/withdrawn-labels.store.ts';

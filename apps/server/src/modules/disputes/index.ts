export type { QueueDispute } from './disputes/dispute-jobs.ts';
export { sendReceipt } from './disputes/dispute-mails.ts';
export type { DisputesService } from './disputes/disputes.service.ts';
export { disputesStore } from './disputes/disputes.store.ts';
export { type FollowDeps, followDecision } from './disputes/follow-decision.ts';
export { receiptsStore } from './disputes/receipts.store.ts';
export { withdrawnLabels } from './disputes/withdrawn-labels.store.ts';

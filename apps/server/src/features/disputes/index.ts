export { disputesPart } from './account-part.store.ts';
export { type QueueDecided, workDecisions } from './dispute-jobs.ts';
export { DISPUTE_KEPT_DAYS } from './disputes.policy.ts';
export type { DisputedLabels } from './disputes.ports.ts';
export { disputesRoutes } from './disputes.routes.ts';
export { buildDisputesService, type DisputesService } from './disputes.service.ts';
export { disputesStore } from './disputes.store.ts';
export { disputesAdminRoutes } from './disputes-admin.routes.ts';

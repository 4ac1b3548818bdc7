export { OPERATOR } from './checks.policy.ts';
export type { ChecksLog, EnginePort, WithSnapshot } from './checks.ports.ts';
export { assetOf } from './checks.presenter.ts';
export { checksRoutes } from './checks.routes.ts';
export { buildChecksService, type ChecksDeps, type ChecksService } from './checks.service.ts';
export { checksStore } from './checks.store.ts';

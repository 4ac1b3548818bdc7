export { BASIS_VERSION, type CheckBasis, digestInputs, type InputDigests } from './check-basis.ts';
export { OPERATOR } from './checks.policy.ts';
export type { ChecksLog, EnginePort, SnapshotOrigin, WithSnapshot } from './checks.ports.ts';
export { assetOf } from './checks.presenter.ts';
export { checksRoutes } from './checks.routes.ts';
export { buildChecksService, type ChecksDeps, type ChecksService } from './checks.service.ts';
export { checksStore, type StoredCheck } from './checks.store.ts';

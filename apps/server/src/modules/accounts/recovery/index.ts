export { afterProof } from './after-proof.ts';
export { RECOVERY_WAIT_HOURS } from './recovery.policy.ts';
export type { RecoveryDeps } from './recovery.ports.ts';
export { recoveryRoutes } from './recovery.routes.ts';
export { buildRecoveryService, type RecoveryService } from './recovery.service.ts';
export { buildRecoveryUpkeep, type RecoveryUpkeep } from './recovery-upkeep.ts';

export { buildConfirmService, type ConfirmService } from './confirm.service.ts';
export { buildFactorKeys, type FactorKeys } from './factor-keys.ts';
export type { RelyingParty } from './factors.ports.ts';
export { factorsRoutes } from './factors.routes.ts';
export { buildFactorsService, type FactorsService } from './factors.service.ts';
export { passkeysRoutes } from './passkeys.routes.ts';
export { buildProveFactor } from './prove-factor.ts';
export { resetFactors } from './reset-factors.ts';
export { secondStepRoutes } from './second-step.routes.ts';

export type { BalanceStore } from './balance.ports.ts';
export { balanceRoutes } from './balance.routes.ts';
export { type BalanceService, buildBalanceService, DEMO_CHECKS } from './balance.service.ts';
export { balanceStore } from './balance.store.ts';

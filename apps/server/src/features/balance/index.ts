export { balanceRoutes } from './balance.routes.ts';
export { type BalanceService, buildBalanceService } from './balance.service.ts';
export { balanceStore } from './balance.store.ts';

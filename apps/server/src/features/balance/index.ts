export { ledger as balanceStore } from '../ledger/index.ts';
export { balanceRoutes } from './balance.routes.ts';
export { type BalanceService, buildBalanceService } from './balance.service.ts';

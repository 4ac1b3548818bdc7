export { ledger as balanceStore } from '../ledger/index.ts';
export { type BalanceService, buildBalanceService } from './balance.service.ts';

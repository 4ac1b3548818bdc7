export { ledgerPart } from './account-part.store.ts';
export { auditLedger, type LedgerFault, measureLedger } from './audit.store.ts';
export { type BalanceService, buildBalanceService } from './balance.service.ts';
export { boughtChecks } from './bought.store.ts';
export { countOwed } from './deficits.store.ts';
export {
  FLEX_TARIFF,
  FREE_TARIFF,
  type Grant,
  type GrantReason,
  type Ledger,
  type Revocation,
  type TariffRef,
} from './ledger.ports.ts';
export { ledger } from './ledger.store.ts';

import type { User } from '@assay/contracts';
import { type Caller, DEMO_CALLER } from '../../caller.ts';
import type { Db } from '../../db/index.ts';
import type { BalanceStore } from './balance.ports.ts';

/** What the demo account holds after a start. */
const DEMO_CHECKS = 10;

export interface BalanceService {
  /** The caller as the API shows it. */
  userOf(caller: Caller): Promise<User>;
  /** Fills the demo account up; at the start of the service. */
  refillDemo(): Promise<void>;
}

export function buildBalanceService(db: Db, store: BalanceStore): BalanceService {
  return {
    async userOf({ sub, email }) {
      const checks = await store.remaining(db, sub);
      return { email, sub, checks, used_checks: 0, currentTariff: null, tariffs: [], isAdmin: false, suspension: null };
    },
    async refillDemo() {
      await store.refill(db, DEMO_CALLER.sub, DEMO_CHECKS);
    },
  };
}

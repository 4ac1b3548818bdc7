import type { User } from '@assay/contracts';
import { type Caller, DEMO_CALLER } from '../../caller.ts';
import type { Db } from '../../db/index.ts';
import type { Ledger } from './ledger.ports.ts';

/** What the demo account holds after a start. */
const DEMO_CHECKS = 10;

export interface BalanceService {
  /** The caller as the API shows it. */
  userOf(caller: Caller): Promise<User>;
  /** Fills the demo account up; at the start of the service. */
  refillDemo(): Promise<void>;
}

export function buildBalanceService(db: Db, ledger: Ledger): BalanceService {
  return {
    async userOf({ sub, email, isAdmin, suspension }) {
      return { ...(await ledger.stateOf(db, sub)), email, sub, isAdmin, suspension };
    },
    async refillDemo() {
      await ledger.topUp(db, DEMO_CALLER.sub, DEMO_CHECKS, new Date());
    },
  };
}

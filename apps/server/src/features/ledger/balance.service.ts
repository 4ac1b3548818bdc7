import type { User } from '@assay/contracts';
import type { Db } from '../../db/index.ts';
import { type Caller, DEMO_CALLER } from '../../kernel/caller.ts';
import { inWorkspace } from '../../kernel/scope.ts';
import type { Ledger } from './ledger.ports.ts';

/** Check credits of the demo account after a start. */
const DEMO_CHECKS = 10;

export interface BalanceService {
  /** The caller as the API shows it. */
  userOf(caller: Caller): Promise<User>;
  /** Tops up the demo account; called when the service starts. */
  refillDemo(): Promise<void>;
}

export function buildBalanceService(db: Db, ledger: Ledger): BalanceService {
  return {
    async userOf({ sub, email, isAdmin, suspension, workspace }) {
      const holdings = await inWorkspace(workspace.id, () => ledger.stateOf(db, workspace.id));
      return { ...holdings, email, sub, isAdmin, suspension, workspace };
    },
    async refillDemo() {
      await inWorkspace(DEMO_CALLER.sub, () => ledger.topUp(db, DEMO_CALLER.sub, DEMO_CHECKS, new Date()));
    },
  };
}

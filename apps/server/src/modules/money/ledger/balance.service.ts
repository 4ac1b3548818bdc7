import type { Holdings, User } from '@assay/contracts';
import type { Db } from '../../../platform/db/index.ts';
import { type Caller, DEMO_CALLER } from '../../../platform/kernel/caller.ts';
import { inWorkspace } from '../../../platform/kernel/scope.ts';
import type { WorkspaceRefusal } from '../../../platform/kernel/session-rules.ts';
import type { Ledger } from './ledger.ports.ts';

const NOTHING: Holdings = { checks: 0, used_checks: 0, currentTariff: null, tariffs: [] };

/** Check credits of the demo account after a start. */
const DEMO_CHECKS = 10;

export interface BalanceService {
  /**
   * The caller as the API shows it; without the balance of a company that refuses the session.
   *
   * @param known the balance of the workspace, where it was read already
   */
  userOf(caller: Caller, refusal?: WorkspaceRefusal | null, known?: Holdings): Promise<User>;
  /** Tops up the demo account; called when the service starts. */
  refillDemo(): Promise<void>;
}

export function buildBalanceService(db: Db, ledger: Ledger): BalanceService {
  return {
    async userOf({ sub, email, isAdmin, suspension, workspace }, refusal = null, known?) {
      const read = () => inWorkspace(workspace.id, () => ledger.stateOf(db, workspace.id));
      const holdings = refusal === null ? (known ?? (await read())) : NOTHING;
      return { ...holdings, email, sub, isAdmin, suspension, workspace, workspaceRefusal: refusal };
    },
    async refillDemo() {
      await inWorkspace(DEMO_CALLER.sub, () => ledger.topUp(db, DEMO_CALLER.sub, DEMO_CHECKS, new Date()));
    },
  };
}

import { type Audit, currentOrigin } from '../../../platform/audit/index.ts';
import type { AccountNotices } from '../account-notices/account-notices.ts';
import type { Proven } from '../factors/prove-factor.ts';
import type { RecoveryService } from './recovery.service.ts';

/** What follows from a factor: its owner still has it, so nothing is to be recovered; a used recovery code is reported. */
export function afterProof({
  notices,
  audit,
  recovery,
}: {
  readonly notices: Pick<AccountNotices, 'notify'>;
  readonly audit: Audit;
  readonly recovery: Pick<RecoveryService, 'cancelByFactor'>;
}): Proven {
  return async (tx, { sub, method }) => {
    await recovery.cancelByFactor(tx, sub);
    if (method !== 'recovery_code') return;
    await notices.notify(tx, { sub, kind: 'code_used' });
    const act = { actor: { kind: 'person', sub }, target: null, from: currentOrigin(), text: null } as const;
    await audit(tx, { ...act, workspace: sub, action: 'factor.code_used' });
  };
}

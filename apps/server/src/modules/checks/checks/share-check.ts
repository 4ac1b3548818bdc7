import { type Audit, currentAct } from '../../../platform/audit/index.ts';
import type { Transaction } from '../../../platform/db/transactions.ts';
import { AppError } from '../../../platform/kernel/app-error.ts';
import type { Clock } from '../../../platform/kernel/clock.ts';
import type { ChecksStore, StoredCheck } from './checks.store.ts';
import { isSubId } from './open-check.ts';

export interface SharePorts {
  readonly transaction: Transaction;
  readonly store: Pick<ChecksStore, 'setShared'>;
  readonly clock: Clock;
  readonly audit: Audit;
}

/** The use case 'share a check or revoke it': {@link ChecksService.setShared}. */
export async function setShared(
  { transaction, store, clock, audit }: SharePorts,
  subId: string,
  owner: string,
  isShared: boolean,
): Promise<StoredCheck> {
  if (!isSubId(subId)) throw new AppError('NotFound');
  return transaction(async (tx) => {
    const check = await store.setShared(tx, subId, owner, isShared ? null : clock.now());
    if (check === null) throw new AppError('NotFound');
    const action = isShared ? 'result.share' : 'result.unshare';
    await audit(tx, { ...currentAct(), workspace: owner, action, target: { kind: 'check', id: subId }, text: null });
    return check;
  });
}

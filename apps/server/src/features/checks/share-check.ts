import type { Db } from '../../db/index.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { Clock } from './checks.ports.ts';
import type { ChecksStore, StoredCheck } from './checks.store.ts';
import { isSubId } from './open-check.ts';

export interface SharePorts {
  readonly db: Db;
  readonly store: Pick<ChecksStore, 'setShared'>;
  readonly clock: Clock;
}

/** The use case 'share a check or revoke it': {@link ChecksService.setShared}. */
export async function setShared(
  { db, store, clock }: SharePorts,
  subId: string,
  owner: string,
  isShared: boolean,
): Promise<StoredCheck> {
  const check = isSubId(subId) ? await store.setShared(db, subId, owner, isShared ? null : clock.now()) : null;
  if (check === null) throw new AppError('NotFound');
  return check;
}

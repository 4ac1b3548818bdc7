import type { Db } from '../../../platform/db/index.ts';
import { timeOfLastEnd, timeOfNthRecovery } from './recoveries.store.ts';
import { NEXT_AFTER_MS, RECOVERIES_AT_MOST } from './recovery.policy.ts';

/** Seconds until the account may begin a recovery; null: now. */
export async function limitOf(tx: Db, sub: string, now: Date): Promise<number | null> {
  const { most, withinMs } = RECOVERIES_AT_MOST;
  const lastEnd = await timeOfLastEnd(tx, sub);
  const oldestOfMost = await timeOfNthRecovery(tx, sub, new Date(now.getTime() - withinMs), most);
  const freeAt = Math.max(
    lastEnd === null ? 0 : lastEnd.getTime() + NEXT_AFTER_MS,
    oldestOfMost === null ? 0 : oldestOfMost.getTime() + withinMs,
  );
  return freeAt <= now.getTime() ? null : Math.max(1, Math.ceil((freeAt - now.getTime()) / 1000));
}

import type { Db } from '../../../../platform/db/index.ts';
import { type ChecksOwner, FREE_REPEAT_MS } from '../checks.policy.ts';
import type { UnchargedLimit } from '../checks.ports.ts';
import type { AskedCheck, ChecksStore, StoredCheck, Subject } from '../stored/checks.store.ts';

/** What decides whether a check is begun. */
export interface BeforeBegin {
  /** The check that has its idempotency key. */
  readonly earlier: AskedCheck | null;
  /** Whether checks of the owner were interrupted, which have to be ended first. */
  readonly hasExpired: boolean;
  readonly running: StoredCheck | null;
  /** Finished checks of the subject that were charged within a day. */
  readonly charged: readonly string[];
  /** Checks of the owner that run or wait; 0 where their number does not matter. */
  readonly runningChecks: { readonly single: number; readonly all: number };
  /** Answers of the day that cost the owner nothing; 0 where they are not limited. */
  readonly unchargedAnswers: number;
}

interface BeforeBeginOptions {
  readonly idempotencyKey: string | null;
  /** Only the first check of a transaction locks the owner and looks for interrupted ones: the others begin with it. */
  readonly isFirst: boolean;
}

/** Reads all that may be needed, behind the lock of the owner. */
export async function readBeforeBegin(
  db: Db,
  { store, uncharged }: { readonly store: ChecksStore; readonly uncharged?: UnchargedLimit | undefined },
  owner: ChecksOwner,
  { subject, now }: { readonly subject: Subject; readonly now: Date },
  { idempotencyKey, isFirst }: BeforeBeginOptions,
): Promise<BeforeBegin> {
  if (isFirst) await store.lockOwner(db, owner.sub);
  const [earlier, hasExpired, running, charged, runningChecks, unchargedAnswers] = await Promise.all([
    idempotencyKey === null ? null : store.findByKey(db, owner.sub, idempotencyKey),
    isFirst && store.hasExpired(db, owner.sub),
    store.findRunning(db, subject),
    owner.pays ? store.findChargedSince(db, subject, new Date(now.getTime() - FREE_REPEAT_MS)) : [],
    owner.pays ? store.countRunning(db, owner.sub) : { single: 0, all: 0 },
    owner.pays ? (uncharged?.answered(db, owner.sub, now) ?? 0) : 0,
  ]);
  return { earlier, hasExpired, running, charged, runningChecks, unchargedAnswers };
}

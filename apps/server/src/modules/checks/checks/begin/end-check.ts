import type { ErrorName } from '@assay/contracts';
import type { Transaction } from '../../../../platform/db/transactions.ts';
import type { Log } from '../../../../platform/kernel/log.ts';
import { inService } from '../../../../platform/kernel/scope.ts';
import type { Clock } from '../../../../platform/kernel/time/clock.ts';
import type { Gathering } from '../../../chains/index.ts';
import { keepsCharge } from '../checks.policy.ts';
import type { CheckEnded, ChecksBalance, UnchargedLimit } from '../checks.ports.ts';
import type { CheckOutcome } from '../compute/compute-check.ts';
import type { ChecksStore, StoredCheck } from '../stored/checks.store.ts';
import type { ResultOutcome } from '../version-3/compute-result.ts';
import { logNameOf } from './log-name.ts';

export interface EndPorts {
  readonly store: ChecksStore;
  readonly balance: ChecksBalance;
  /** Default: answers without a charge are not counted. */
  readonly uncharged?: UnchargedLimit | undefined;
  readonly transaction: Transaction;
  readonly clock: Clock;
  readonly log: Pick<Log, 'warn' | 'error'>;
  /** Default: nobody is. */
  readonly ended?: CheckEnded | undefined;
  /** Identifies this process: it ends only the checks that it runs. */
  readonly serverId: string;
}

/**
 * Stores the result and charges the reserved check credit, in one transaction; for a result that is not rated, the
 * reservation is released. What the owner has after that is read in it too, where `wantsBalance`.
 *
 * @throws Error where the check no longer runs here: it was ended or taken over elsewhere
 */
export async function finishCheck(
  { store, balance, uncharged, transaction, clock, serverId, ended }: EndPorts,
  subId: string,
  { computed, basis }: CheckOutcome | ResultOutcome,
  gathering: Gathering | null,
  wantsBalance: boolean,
): Promise<StoredCheck> {
  return transaction(async (tx) => {
    const finishedAt = clock.now();
    const finished = {
      result: JSON.stringify(computed),
      basis: JSON.stringify(basis),
      riskscore: computed.riskscore,
      keepsCharge: keepsCharge(computed.riskscore),
      methodVersion: computed.method_version,
      labelSetVersion: computed.label_set_version,
      tipBlock: computed.tip?.block ?? null,
      tipTime: computed.tip?.time ?? null,
      finishedAt,
    };
    const [stored, isTaken] = await Promise.all([
      store.finish(tx, subId, finished, serverId),
      // Of a check that is free nothing is reserved: neither finds anything to settle.
      finished.keepsCharge ? balance.take(tx, subId, finishedAt) : balance.release(tx, subId, finishedAt),
      gathering?.kind === 'records' && store.saveCutOff(tx, subId, JSON.stringify(gathering.live.cut)),
      ended?.(tx, [subId]),
    ]);
    // What is wrong here rolls everything back.
    if (stored === null) throw new Error('The check was given up while it ran');
    if (finished.keepsCharge && isTaken !== stored.charged) {
      throw new Error(stored.charged ? 'The check holds nothing' : 'A free check held a check credit');
    }
    if (!stored.charged) await uncharged?.count(tx, subId, finishedAt);
    const { owner } = stored;
    if (!wantsBalance || owner === null) return stored;
    return { ...stored, balance: await balance.stateOf(tx, owner, finishedAt) };
  });
}

const COUNTED_FAILURES: ReadonlySet<ErrorName> = new Set(['CheckCancelled', 'CheckFailed']);

/**
 * Stores a running check as failed and releases its reservation. Never rejects. Does nothing where it runs in another
 * process than `runBy`; null means any.
 */
export async function failCheck(
  { store, balance, uncharged, transaction, clock, log, ended }: Omit<EndPorts, 'serverId'>,
  subId: string,
  failure: ErrorName,
  runBy: string | null,
): Promise<void> {
  try {
    await transaction(async (tx) => {
      const now = clock.now();
      if (!(await store.fail(tx, subId, now, failure, runBy))) return;
      await balance.release(tx, subId, now);
      // It has asked providers as any other; not where it is this installation that could not go on.
      if (COUNTED_FAILURES.has(failure)) await uncharged?.count(tx, subId, now);
      await ended?.(tx, [subId]);
    });
  } catch (error) {
    // The lease expires, and the next recovery releases the reservation.
    log.error({ err: error, check: logNameOf(subId) }, 'check could not be given back yet');
  }
}

/** Fails interrupted checks, of all owners or of one, and releases their reservations; returns their number. */
export function endInterrupted(
  {
    store,
    balance,
    transaction,
    clock,
    ended,
  }: Pick<EndPorts, 'store' | 'balance' | 'transaction' | 'clock' | 'ended'>,
  owner: string | null,
): Promise<number> {
  return inService('running checks', () =>
    transaction(async (tx) => {
      const now = clock.now();
      const failed = await store.failExpired(tx, now, owner);
      for (const subId of failed) await balance.release(tx, subId, now);
      if (failed.length > 0) await ended?.(tx, failed);
      return failed.length;
    }),
  );
}

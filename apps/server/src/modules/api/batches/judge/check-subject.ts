import type { PauseReason } from '@assay/contracts/v1';
import { AppError } from '../../../../platform/kernel/app-error.ts';
import { within } from '../../../../platform/kernel/time/timing.ts';
import {
  type AskedCheck,
  type CheckCaller,
  type ChecksService,
  resultOf,
  type StoredCheck,
} from '../../../checks/index.ts';
import type { ApiChecksService, SpendingKey } from '../../public-api/api-checks.service.ts';
import type { ClaimedSubject, SubjectEnd } from '../batches.ports.ts';
import { endWith } from '../results/result-summary.ts';

export interface CheckSubjectPorts {
  readonly checks: Pick<ChecksService, 'runCheck' | 'readCheck' | 'cancelCheck' | 'runningCheck' | 'closing'>;
  readonly apiChecks: Pick<ApiChecksService, 'reserveOfBatch' | 'settleOfBatch' | 'isAnothers' | 'isMonthSpent'>;
  /** Stores which check answers the subject. */
  readonly begun: (check: {
    readonly subId: string;
    readonly apiCheck: string | null;
  }) => Promise<'wanted' | 'canceled'>;
}

export type Checked =
  | { readonly is: 'ended'; readonly end: SubjectEnd }
  | { readonly is: 'paused'; readonly reason: PauseReason };

/** Who asks for the checks of a batch: who made it. */
function callerOf({ keyId, madeBy }: ClaimedSubject): CheckCaller | null {
  if (keyId !== null) return { as: 'key', id: keyId };
  return madeBy === null ? null : { as: 'person', id: madeBy };
}

/** One check of a key's month. At the limit, it is for a check that costs the key nothing. */
interface OfMonth {
  readonly key: SpendingKey;
  readonly id: string;
  readonly isAtLimit: boolean;
}

/** After so many failed checks of an address, its rows fail. */
const MOST_ATTEMPTS = 3;
const LOOK_MS = 500;
const BUSY_MS = 3_000;
const AFTER_FAILURE_MS = 10_000;
const BUSY_NOW: Checked = { is: 'ended', end: { state: 'waiting', waitMs: BUSY_MS, isAttempt: false } };
/** Refusals that are about this moment, not about the address. */
const BUSY: ReadonlySet<string> = new Set([
  'TooManyChecks',
  'Overloaded',
  'LabelsNotLoaded',
  'StorageFull',
  'IdempotencyKeyReused',
]);

/**
 * Checks one address of a batch by the service of single checks: the credit is reserved there when the check starts, and
 * kept or released when it ends. The idempotency key names the address within its batch, so that the server that works on it
 * after a lost one finds the same check.
 */
export async function checkSubject(ports: CheckSubjectPorts, subject: ClaimedSubject): Promise<Checked> {
  const { checks, apiChecks, begun } = ports;
  const { workspace, ticker, parent, address } = subject;
  const month = await takeOfMonth(ports, subject);
  const apiCheck = month?.id ?? null;
  let started: AskedCheck;
  try {
    const request = { address, ticker, parent: parent === '' ? null : parent };
    started = await checks.runCheck({ sub: workspace, by: callerOf(subject), pays: true }, request, {
      // A running check that is joined at the limit need not be the one that answers the address in the end.
      idempotencyKey: month?.isAtLimit === true ? null : `batch:${subject.batch}:${subject.number}`,
      answerWithinMs: 0,
      ofBatch: true,
      mayCharge: month?.isAtLimit !== true,
    });
    if (month?.isAtLimit === true && (await apiChecks.isAnothers(month.key, started)))
      throw new AppError('TooManyChecks');
  } catch (error) {
    if (apiCheck !== null) await apiChecks.settleOfBatch(apiCheck, null);
    const isAtLimit = month?.isAtLimit === true && error instanceof AppError && error.errorName === 'NotEnoughChecks';
    if (!isAtLimit) return refusalOf(error, subject);
    return (await apiChecks.isMonthSpent(month.key)) ? { is: 'paused', reason: 'key_limit_reached' } : BUSY_NOW;
  }
  const { subId, isJoined } = started;
  if (apiCheck !== null) await apiChecks.settleOfBatch(apiCheck, started);
  if ((await begun({ subId, apiCheck })) === 'canceled') {
    const check = await checks.readCheck(subId);
    if (check.status === 'running') await checks.cancelCheck(subId, workspace);
  }
  return { is: 'ended', end: endOf({ ...(await ended(ports, subId)), isJoined }, subject) };
}

/** One check of the month of the batch's key; null for a batch of the site. */
async function takeOfMonth({ apiChecks }: CheckSubjectPorts, subject: ClaimedSubject): Promise<OfMonth | null> {
  const { workspace, keyId, monthlyLimit, apiCheck } = subject;
  if (keyId === null) return null;
  const key = { keyId, workspace, monthlyLimit };
  // Taken by a server that was lost.
  if (apiCheck !== null) return { key, id: apiCheck, isAtLimit: false };
  return { key, ...(await apiChecks.reserveOfBatch(key)) };
}

/** The check once it has ended, or as it is when this process gives it up or the one that runs it is lost. */
async function ended({ checks }: CheckSubjectPorts, subId: string): Promise<StoredCheck> {
  for (;;) {
    await checks.runningCheck(subId)?.done;
    const check = await checks.readCheck(subId);
    if (check.status !== 'running' || check.isLeaseOver || checks.closing.aborted) return check;
    await within(LOOK_MS, new Promise<void>(() => undefined));
  }
}

function endOf(check: AskedCheck, subject: ClaimedSubject): SubjectEnd {
  if (check.status === 'done') {
    return endWith(resultOf(check), check.riskscore ?? 0, check.charged && !check.isJoined);
  }
  // Its server was lost, or stops: the next one finds or repeats the check.
  if (check.status === 'running' || check.failure === null)
    return { state: 'waiting', waitMs: 1_000, isAttempt: false };
  return failed(check.failure, subject);
}

function refusalOf(error: unknown, subject: ClaimedSubject): Checked {
  if (!(error instanceof AppError)) throw error;
  if (error.errorName === 'NotEnoughChecks') return { is: 'paused', reason: 'insufficient_checks' };
  if (error.errorName === 'UnchargedLimitReached') return { is: 'paused', reason: 'uncharged_limit' };
  if (BUSY.has(error.errorName)) return BUSY_NOW;
  return { is: 'ended', end: failed(error.errorName, subject) };
}

function failed(failure: string, { attempts }: ClaimedSubject): SubjectEnd {
  if (attempts + 1 < MOST_ATTEMPTS) return { state: 'waiting', waitMs: AFTER_FAILURE_MS, isAttempt: true };
  return { state: 'failed', failure };
}

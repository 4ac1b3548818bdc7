import { readTransactionId } from '@assay/address';
import type { CheckRequest, PaymentRequest } from '@assay/contracts';
import { AppError } from '../../../../platform/kernel/app-error.ts';
import { within } from '../../../../platform/kernel/time/timing.ts';
import { inSpan } from '../../../../platform/kernel/tracing.ts';
import {
  type BeginOptions,
  type BeginPorts,
  type BegunCheck,
  beginCheck,
  type CheckSubject,
  payersOf,
  resolveSubject,
} from '../begin/begin-check.ts';
import { BATCHES, type ChecksOwner } from '../checks.policy.ts';
import { failureOf } from '../checks.presenter.ts';
import type { OnDemandReader } from '../compute/on-demand-reading.ts';
import type { PaymentRules } from '../payment/compute-payment.ts';
import { paidLookUps } from '../payment/paid-look-ups.ts';
import { PaymentRefused } from '../payment/refusal-words.ts';
import { resolvePayment } from '../payment/resolve-payment.ts';
import type { AskedCheck, StoredCheck } from '../stored/checks.store.ts';
import type { CheckRunner } from './check-runner.ts';
import { type FollowPorts, followElsewhere, isInterrupted } from './follow-elsewhere.ts';
import { type FindPorts, findCheck } from './open-check.ts';

export interface RunPorts extends BeginPorts, FindPorts, FollowPorts {
  readonly store: BeginPorts['store'];
  readonly runner: CheckRunner;
  readonly answerWithinMs: number;
}

export interface RunCheckOptions {
  readonly idempotencyKey?: string | null;
  /** Default: the service's `answerWithinMs`. Infinity waits until the check ends. */
  readonly answerWithinMs?: number;
  /** Whether a batch asks: it has limits of its own, and does not use up those of the owner's single checks. */
  readonly ofBatch?: boolean;
  /** False: a check that would cost a credit is refused as NotEnoughChecks. Default: true. */
  readonly mayCharge?: boolean;
  /** Whether the answer shows what is left of the balance (`StoredCheck.balance`). Default: false. */
  readonly wantsBalance?: boolean;
}

/** The use case 'check an address': {@link ChecksService.runCheck}. */
export async function runCheck(
  ports: RunPorts,
  owner: ChecksOwner,
  request: CheckRequest,
  options: RunCheckOptions,
): Promise<AskedCheck> {
  refuseAtClose(ports);
  const subject = resolveSubject(ports.catalogue, request);
  return inSpan('check an address', {}, () => runSubject(ports, owner, subject, options));
}

/** The use case 'check a transaction': {@link ChecksService.runPayment}. */
export async function runPayment(
  ports: RunPorts & { readonly payments?: PaymentRules; readonly live?: OnDemandReader },
  owner: ChecksOwner,
  request: PaymentRequest,
  options: RunCheckOptions,
): Promise<AskedCheck> {
  refuseAtClose(ports);
  if (ports.payments === undefined) throw new Error('no transaction is checked here');
  const { catalogue, payments, live, runner } = ports;
  const isRepeated = await isRepeat(ports, owner, request, options.idempotencyKey ?? null);
  if (!isRepeated) await assertAnswersLeft(ports, owner);
  const cover = isRepeated ? 'repeat' : options.mayCharge === false ? 'nothing' : 'credits';
  const lookUps = live === undefined ? undefined : paidLookUps(ports, owner, live, cover);
  const finding = { withSnapshot: payments.withSnapshot, live: lookUps?.live };
  const lookUp = { signal: runner.closing, owner: owner.sub };
  try {
    const subject = await resolvePayment(catalogue, finding, request, lookUp);
    return await inSpan('check a transaction', {}, () => runSubject(ports, owner, subject, options));
  } catch (error) {
    if (isNotBegun(error)) await lookUps?.countAnswered();
    throw error;
  }
}

/** Whether a request for a check was refused before a check began. */
function isNotBegun(error: unknown): boolean {
  if (error instanceof PaymentRefused) return true;
  return error instanceof AppError && ['NotEnoughChecks', 'TooManyChecks'].includes(error.errorName);
}

/**
 * Whether the request repeats the one that began a check with its idempotency key, and finds that check.
 *
 * @throws AppError IdempotencyKeyReused for another transaction, before a chain is read
 */
async function isRepeat(
  { db, store }: RunPorts,
  owner: ChecksOwner,
  { transaction }: PaymentRequest,
  idempotencyKey: string | null,
): Promise<boolean> {
  const earlier = idempotencyKey === null ? null : await store.findByKey(db, owner.sub, idempotencyKey);
  if (earlier === null) return false;
  const ids = readTransactionId(transaction);
  if (ids !== null && !ids.includes(earlier.transactionId ?? '')) throw new AppError('IdempotencyKeyReused');
  return true;
}

/**
 * Before a chain is read for a payment that is not begun yet.
 *
 * @throws AppError UnchargedLimitReached
 */
async function assertAnswersLeft({ uncharged, db, clock }: RunPorts, owner: ChecksOwner): Promise<void> {
  if (uncharged === undefined || !owner.pays) return;
  const now = clock.now();
  const answered = await uncharged.answered(db, owner.sub, now);
  await uncharged.assertLeft(db, payersOf(owner), { answered, running: 0 }, now);
}

/** @throws AppError Overloaded */
export function refuseAtClose({ runner }: Pick<RunPorts, 'runner'>): void {
  if (runner.closing.aborted) throw new AppError('Overloaded', { internal: 'the service is closing' });
}

async function runSubject(
  ports: RunPorts,
  owner: ChecksOwner,
  subject: CheckSubject,
  options: RunCheckOptions,
): Promise<AskedCheck> {
  const { idempotencyKey = null, answerWithinMs = ports.answerWithinMs, ofBatch = false, mayCharge = true } = options;
  const { runner } = ports;
  const until = performance.now() + answerWithinMs;
  for (;;) {
    const { subId, isNew, isJoined } = await begin(ports, owner, subject, { idempotencyKey, ofBatch, mayCharge });
    const here = runner.find(subId);
    if (here !== null && options.wantsBalance === true) here.wantsBalance = true;
    const check = await awaitEnd(ports, subId, until - performance.now());
    // The process that ran the check has ended: this one starts it again, if there is time.
    const isGone = !isNew && isInterrupted(check);
    if (isGone && performance.now() < until && !runner.closing.aborted) continue;
    if (check.status === 'failed') throw new AppError(failureOf(check));
    // Of several requests for one check, the one that began it is charged.
    return { ...check, isJoined, charged: check.charged && !isJoined };
  }
}

/** A check as it is when it has ended, in this process or another, at the latest after `forMs`. */
export async function awaitEnd(ports: RunPorts, subId: string, forMs: number): Promise<StoredCheck> {
  const { runner } = ports;
  const ms = Math.max(0, forMs);
  const here = runner.find(subId)?.done;
  const ended = here === undefined ? null : await within(ms, here);
  if (here === undefined) await followElsewhere(ports, subId, ms, runner.closing);
  return ended ?? (await findCheck(ports, subId));
}

/** Begins a check and starts it in this process, or finds the existing check for the request. */
async function begin(
  ports: RunPorts,
  owner: ChecksOwner,
  subject: CheckSubject,
  { idempotencyKey, ofBatch, mayCharge }: BeginOptions,
): Promise<BegunCheck> {
  const slot = ports.runner.slotFor(ofBatch ? BATCHES : owner);
  try {
    const begun = await beginCheck(ports, owner, { subject, slot }, { idempotencyKey, ofBatch, mayCharge });
    if (begun.isNew) ports.runner.start(begun.subId, subject, slot);
    return begun;
  } catch (error) {
    slot.leave();
    throw error;
  }
}

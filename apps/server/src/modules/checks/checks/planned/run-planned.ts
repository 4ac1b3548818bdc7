import type { PlannedData, PlannedRequest } from '@assay/contracts';
import { AppError } from '../../../../platform/kernel/app-error.ts';
import type { Semaphore } from '../../../../platform/kernel/semaphore.ts';
import { type BeginOptions, type BegunCheck, beginChecks, type CheckSubject } from '../begin/begin-check.ts';
import type { ChecksOwner } from '../checks.policy.ts';
import { failureOf } from '../checks.presenter.ts';
import type { PaymentRules } from '../payment/compute-payment.ts';
import { type CancelPorts, cancelCheck } from '../run/cancel-check.ts';
import { awaitEnd, type RunPorts, refuseAtClose } from '../run/run-check.ts';
import { computePlanned, type PlannedPorts } from './compute-planned.ts';
import { PlannedRefused, resolvePlanned } from './resolve-planned.ts';

export interface RunPlannedPorts extends RunPorts, Omit<PlannedPorts, keyof PaymentRules> {
  readonly cancel: CancelPorts;
  readonly payments?: PaymentRules;
  /** Limits how many planned payments are walked at a time, beside the checks. */
  readonly plannedSlots: Semaphore;
}

export interface RunPlannedOptions {
  /** False: where a check of one of the addresses would cost a credit, it is refused as NotEnoughChecks. Default: true. */
  readonly mayCharge?: boolean;
  /** Called with the checks, that of the other address first, in the transaction that begins them. Default: nobody is. */
  readonly named?: BeginOptions['named'];
}

/**
 * The use case 'rate a payment before it happens': {@link ChecksService.runPlanned}. A check of each address is begun,
 * all of them or none, by the code of single checks: so each costs what it costs alone, and gives its credit back
 * where it has no rating. The answer waits for their ends: a check that is cancelled costs nothing, so a
 * caller who had the rating before could cancel them. Without an answer, those that are new here are cancelled.
 */
export async function runPlanned(
  ports: RunPlannedPorts,
  owner: ChecksOwner,
  request: PlannedRequest,
  { mayCharge = true, named }: RunPlannedOptions,
): Promise<PlannedData> {
  const { payments, prices, freezes, plannedSlots, clock } = ports;
  refuseAtClose(ports);
  if (payments === undefined) throw new Error('no payment is rated here');
  const planned = resolvePlanned(ports.catalogue, request);
  const { asset, address, wallet } = planned;
  const subjects = (wallet === null ? [address] : [address, wallet]).map((one) => ({ asset, address: one }));
  const begun = await begin(ports, owner, subjects, { mayCharge, named });
  const until = performance.now() + ports.answerWithinMs;
  const late = AbortSignal.timeout(ports.answerWithinMs);
  const signal = AbortSignal.any([late, ports.runner.closing]);
  try {
    const rules = { withSnapshot: payments.withSnapshot, engine: payments.engine, prices, freezes };
    const answer = await plannedSlots.run(signal, () => computePlanned(rules, planned, clock.now(), signal));
    if (answer.is === 'refused') throw new PlannedRefused(answer.refusal);
    await Promise.all(begun.map(({ subId }) => untilDone(ports, subId, until - performance.now())));
    const checks = begun.map(({ subId, isNew }, at) => {
      return { sub_id: subId, address: subjects[at]?.address ?? '', is_new: isNew };
    });
    return { result: answer.result, checks };
  } catch (error) {
    for (const { subId, isNew } of begun) if (isNew) await cancelCheck(ports.cancel, subId, owner.sub);
    if (signal.aborted) throw new AppError('Overloaded', { internal: 'a planned payment took too long', cause: error });
    throw error;
  }
}

/** @throws AppError the failure of the check; Overloaded where it still runs after `forMs` */
async function untilDone(ports: RunPorts, subId: string, forMs: number): Promise<void> {
  const check = await awaitEnd(ports, subId, forMs);
  if (check.status === 'failed') throw new AppError(failureOf(check));
  if (check.status === 'running')
    throw new AppError('Overloaded', { internal: 'a check of a planned payment is slow' });
}

async function begin(
  ports: RunPorts,
  owner: ChecksOwner,
  subjects: readonly CheckSubject[],
  options: Pick<BeginOptions, 'mayCharge' | 'named'>,
): Promise<readonly BegunCheck[]> {
  const wanted = subjects.map((subject) => ({ subject, slot: ports.runner.slotFor(owner) }));
  try {
    const begun = await beginChecks(ports, owner, wanted, { idempotencyKey: null, ofBatch: false, ...options });
    for (const [at, { subId, isNew }] of begun.entries()) {
      const { subject, slot } = wanted[at] ?? {};
      if (isNew && subject !== undefined && slot !== undefined) ports.runner.start(subId, subject, slot);
    }
    return begun;
  } catch (error) {
    for (const { slot } of wanted) slot.leave();
    throw error;
  }
}

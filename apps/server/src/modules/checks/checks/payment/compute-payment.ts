import { MAX_MOVES, type ResultPayment } from '@assay/contracts';
import { assessPayment, type Direction, paymentAssessmentInput } from '@assay/exposure';
import { dayOf } from '../../../chains/index.ts';
import type { EnginePort } from '../checks.ports.ts';
import type { CheckOutcome } from '../compute/compute-check.ts';
import type { Flows } from '../flows/own-flows.ts';
import { isBounded, usdBoundsOf } from '../flows/usd-bounds.ts';
import { type CheckPrices, pricingOf, valueFlows } from '../flows/value-flows.ts';
import { presentCheck } from '../present-check.ts';
import { basisOf } from '../stored/check-basis.ts';
import { DIRECTION_NAMES } from '../stored/payment-name.ts';
import type { PaymentRefusal } from './find-payment.ts';
import type { KnownOnNetworks, WithPaymentSnapshot } from './payment.ports.ts';
import { type PaymentQuestion, type ReadPayment, readPayment } from './read-payment.ts';

/** By what a payment is rated. */
export interface PaymentRules {
  readonly withSnapshot: WithPaymentSnapshot;
  /** What the records of networks know of a transaction; one that knows nothing is not there. */
  readonly knownOn: KnownOnNetworks;
  /** Of version 2: version 1 has no check of a transaction. */
  readonly engine: EnginePort;
}

export interface PaymentPorts extends Omit<PaymentRules, 'knownOn'> {
  readonly prices?: CheckPrices | undefined;
}

export type PaymentAnswer =
  | { readonly is: 'rated'; readonly outcome: CheckOutcome }
  | { readonly is: 'refused'; readonly refusal: PaymentRefusal };

/**
 * Rates one payment of a transaction from records and labels, without balance or storage (docs/method/transactions).
 * The same records and labels give the same bytes. Prices are asked for when the snapshot is closed.
 */
export async function computePayment(ports: PaymentPorts, question: PaymentQuestion): Promise<PaymentAnswer> {
  const { asset } = question;
  const read = await ports.withSnapshot(asset, (snapshot) => readPayment(ports.engine, snapshot, question));
  return read.is === 'refused' ? read : { is: 'rated', outcome: await complete(ports, question, read) };
}

async function complete(
  { prices, engine }: PaymentPorts,
  { asset, now, signal }: PaymentQuestion,
  read: ReadPayment,
): Promise<CheckOutcome> {
  const { payment, transaction, side, exposure, withdrawals, hasDerivedLabels } = read;
  const { direction } = payment;
  const amounts = { bwd: 0n, fwd: 0n, [direction]: exposure.amount };
  const daily = dailyOf(direction, transaction.time, exposure.amount);
  const isByDay = (await pricingOf(prices, asset)) === 'by_day';
  const valued = await valueFlows(prices, asset, isByDay ? daily : null, amounts, signal);
  const bounds = usdBoundsOf(asset, isByDay || isBounded(asset) ? daily : null, amounts, valued);
  const given = {
    ...{ side, exposure, withdrawals, complete: read.complete, withoutDerivedLabels: !hasDerivedLabels },
    usd: direction === 'bwd' ? valued.incomingUsd : valued.outgoingUsd,
    usdBounds: bounds[direction],
    now: Math.floor(now.getTime() / 1000),
  };
  const input = paymentAssessmentInput(given);
  const assessment = assessPayment(given, engine.textSet);
  const { labelSetVersion, recordsHeld, recordsRead, reading, tip, origin } = read;
  const facts = { labelSetVersion, recordsHeld, recordsRead, tip, reading, lookalikes: [] };
  const shown = { ...facts, asset, address: payment.address, freeze: null, prices: valued.facts };
  const computed = presentCheck({ ...shown, input, assessment });
  return { computed: { ...computed, payment: presentPayment(read) }, basis: basisOf(input, assessment, origin) };
}

function dailyOf(direction: Direction, time: number, amount: bigint): Readonly<Record<Direction, Flows>> {
  const none: Flows = new Map();
  return { bwd: none, fwd: none, [direction]: new Map([[dayOf(time), amount]]) };
}

function presentPayment({ transaction, payment, labels }: ReadPayment): ResultPayment {
  const { id, time, block, moves, parties, isPending } = transaction;
  const total = ({ paid, received }: (typeof parties)[number]) => paid + received;
  const bySize = (one: (typeof parties)[number], other: (typeof parties)[number]) =>
    total(one) === total(other) ? 0 : total(one) < total(other) ? 1 : -1;
  // One of thousands of receivers is not among the largest, but it is what the result is of.
  const isOwn = (address: string | null) => address === payment.address;
  const largest = parties.filter(({ role }) => role !== 'fee').sort(bySize);
  const listed = firstWithOwn(largest, ({ address }) => isOwn(address));
  const shown = firstWithOwn(moves, ({ from, to }) => isOwn(from) || isOwn(to));
  return {
    transaction_id: id,
    direction: DIRECTION_NAMES[payment.direction],
    time: new Date(time * 1000).toISOString(),
    block: block === null ? null : String(block),
    ...(isPending === true ? { is_pending: true } : {}),
    moves: shown.map(({ from, to, amount, kind }) => ({ from, to, amount: String(amount), kind })),
    moves_in_all: moves.length,
    parties: listed.map(({ address, paid, received }) => {
      const label = labels.get(address)?.label ?? null;
      return {
        address,
        paid: String(paid),
        received: String(received),
        label: label === null ? null : { entity: label.entity, category: label.category },
      };
    }),
  };
}

/** As many as a result lists, own ones above all, in the order they come in. */
function firstWithOwn<T>(all: readonly T[], isOwn: (one: T) => boolean): readonly T[] {
  const taken = new Set([...all.filter(isOwn), ...all.filter((one) => !isOwn(one))].slice(0, MAX_MOVES));
  return all.filter((one) => taken.has(one));
}

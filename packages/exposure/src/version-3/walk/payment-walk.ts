import { ratio } from '../../records/ratios.ts';
import type { Flow } from '../flow.ts';
import type { IsOnReviewedList } from '../mixture.ts';
import type { FlowParty, FlowStore } from '../store/flow-store.ts';
import type { FlowWalkOptions, Start } from './flow-walk.ts';
import { readOwnInflows, startsOfHeld } from './held-starts.ts';
import type { Ending } from './outcome.ts';
import { FlowReading } from './reading.ts';
import { sourceOf } from './rows/counting-label.ts';
import type { WalkedMixture } from './rows/walked-mixture.ts';
import { runWalk } from './run-walk.ts';
import { type PaymentSender, sendersOf } from './senders.ts';

/** A payment as its receiver got it, seen from its senders (docs/method/3, section 6). */
export interface PaymentWalk extends WalkedMixture {
  /** By node, each once. */
  readonly senders: readonly PaymentSender[];
}

/**
 * Where the money of a payment came from: the shares by which its receiver's *ever* grows, with one owner fewer where
 * there is more than one.
 *
 * @param receiver Counts as unlabelled throughout.
 * @param flows All flows into the receiver of one transaction; at least one.
 * @throws WalkCancelledError soon after `options.signal.aborted` turns true.
 */
export async function walkPayment(
  store: FlowStore,
  receiver: FlowParty,
  flows: readonly Flow[],
  isOnReviewedList: IsOnReviewedList,
  options: FlowWalkOptions = {},
): Promise<PaymentWalk> {
  return walkOwnPayment(store, new FlowReading(store, receiver, isOnReviewedList, options), flows);
}

/** The same with what was read for one question. */
export async function walkOwnPayment(
  store: FlowStore,
  reading: FlowReading,
  flows: readonly Flow[],
): Promise<PaymentWalk> {
  const amount = flows.reduce((sum, flow) => sum + flow.amount, 0n);
  const starts = flows.map((flow): Start => ({ flow, weight: ratio(flow.amount, amount), owners: 0 }));
  const { mixture } = await runWalk(store, reading, { starts, flowsOfStarts: flows.length });
  return { ...mixture, senders: await sendersOf(reading, flows, amount) };
}

/** What is asked about a payment that was not made. */
export interface PlannedAmount {
  /** Base units, above 0. */
  readonly amount: bigint;
  /** Base units that the sender holds after the last record. */
  readonly balance: bigint;
  /** Unix seconds, for labels and the reviewed list: the cut-off. */
  readonly time: number;
}

/**
 * Where the money of a payment would come from that an account made after the last record (docs/method/3, section 6).
 *
 * @param sender Its label counts for the payment; in its own history it is the account that is asked about.
 */
export async function walkPlannedPayment(
  store: FlowStore,
  sender: FlowParty,
  { amount, balance, time }: PlannedAmount,
  isOnReviewedList: IsOnReviewedList,
  options: FlowWalkOptions = {},
): Promise<WalkedMixture> {
  const reading = new FlowReading(store, sender, isOnReviewedList, options);
  return walkOwnPlanned(store, reading, { amount, balance, time });
}

/** The same with what was read for one question. */
export async function walkOwnPlanned(
  store: FlowStore,
  reading: FlowReading,
  { amount, balance, time }: PlannedAmount,
): Promise<WalkedMixture> {
  const { subject, parties, isOnReviewedList } = reading;
  const label = parties.labelAt(subject, time, null);
  const alone = (weight: number, ending: Ending): Start => ({
    flow: null,
    weight,
    owners: 0,
    outcomes: [{ factor: 1, effect: 'none', payer: subject, step: null, ending }],
  });
  if (label !== null) {
    const source = sourceOf(label, time, isOnReviewedList);
    const starts = [alone(1, { kind: 'label', source, label: label.label, time })];
    return (await runWalk(store, reading, { starts })).mixture;
  }
  const covered = balance >= amount ? 1 : ratio(balance, amount);
  const own = await readOwnInflows(reading);
  const held = covered > 0 ? startsOfHeld(own, reading, covered) : [];
  const starts = covered < 1 ? [...held, alone(1 - covered, parties.shortfallOf(subject))] : held;
  return (await runWalk(store, reading, { starts, flowsOfStarts: own.flows.length, areStartsPartial: own.isPartial }))
    .mixture;
}

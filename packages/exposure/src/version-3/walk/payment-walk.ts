import { ratio } from '../../records/ratios.ts';
import type { Flow } from '../flow.ts';
import type { IsOnReviewedList } from '../mixture.ts';
import type { FlowParty, FlowStore } from '../store/flow-store.ts';
import type { FlowWalkOptions, Start } from './flow-walk.ts';
import type { Outcome } from './outcome.ts';
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
  const reading = new FlowReading(store, receiver, isOnReviewedList, options);
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
  const label = reading.parties.labelAt(sender.node, time, null);
  const common = { effect: 'none', payer: sender.node, step: null } as const;
  const outcomes: Outcome[] = [];
  if (label === null) {
    const covered = balance >= amount ? 1 : ratio(balance, amount);
    const ending = { kind: 'account', node: sender.node, key: Number.POSITIVE_INFINITY, isOwner: true } as const;
    if (covered > 0) outcomes.push({ ...common, factor: covered, ending });
    if (covered < 1) {
      outcomes.push({ ...common, factor: 1 - covered, ending: reading.parties.shortfallOf(sender.node) });
    }
  } else {
    const labelled = { source: sourceOf(label, time, isOnReviewedList), label: label.label, time };
    outcomes.push({ ...common, factor: 1, ending: { kind: 'label', ...labelled } });
  }
  const { mixture } = await runWalk(store, reading, { starts: [{ flow: null, weight: 1, owners: 0, outcomes }] });
  return mixture;
}

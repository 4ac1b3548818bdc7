import { ratio } from '../../records/ratios.ts';
import type { NodeId, Position } from '../../records/record.ts';
import type { Flow } from '../flow.ts';
import type { IsOnReviewedList, MixtureRow } from '../mixture.ts';
import type { FlowParty, FlowStore } from '../store/flow-store.ts';
import type { FlowWalkOptions, Start } from './flow-walk.ts';
import { type OwnInflows, readOwnInflows, startsOfHeld } from './held-starts.ts';
import { FlowReading } from './reading.ts';
import { mixtureOf, type WalkedMixture } from './rows/walked-mixture.ts';
import { runWalk } from './run-walk.ts';
import type { StartPart } from './walk-task.ts';

/** A net inflow of the wallet: what one transaction paid it. */
export interface WalkedInflow {
  /** Of the transaction (`Flow.transaction`). */
  readonly transaction: Position;
  /** Unix seconds. */
  readonly time: number;
  /** Base units. */
  readonly amount: bigint;
  /** Share of it that is of tier S, A or B, 0..1. */
  readonly bad: number;
}

/** A part of a net inflow, or of what one account paid of it. */
export interface InflowPart {
  readonly transaction: Position;
  /** 0..1. */
  readonly part: number;
  /** By steps 1 and 2 of docs/method/3, section 4, with what step 3 left to it; null: all of the inflow. */
  readonly payer: NodeId | null;
}

/** What a wallet ever received (docs/method/3, section 6). */
export interface EverWalk extends WalkedMixture {
  /** Base units: of all net inflows, or what a source states where that is more. */
  readonly amount: bigint;
  /** Oldest first. */
  readonly inflows: readonly WalkedInflow[];
  /**
   * The rows of *ever* that parts of inflows carried, as shares of `amount`: each at most what *ever* has of it.
   *
   * @throws RangeError for what is no inflow.
   */
  carriedBy(parts: readonly InflowPart[]): readonly MixtureRow[];
}

/** Both mixtures of a wallet; null where nothing came in. */
export interface WalletWalk {
  readonly ever: EverWalk | null;
  readonly now: WalkedMixture | null;
}

export interface WalletWalkOptions extends FlowWalkOptions {
  /** Base units that a source says the address received in all; what it exceeds the records by is R in *ever*. */
  readonly statedTotal?: bigint;
}

/**
 * Where the money of an account came from, on an account network (docs/method/3, sections 5.1, 5.3 and 6). Shares found are
 * never above the exact ones for the stored records and fall short of them by at most R in sum. The same records, labels
 * and options give the same bytes, whatever the store, its ids and its batching.
 *
 * @throws WalkCancelledError soon after `options.signal.aborted` turns true.
 * @example
 * const { ever, now } = await walkWallet(store, subject, isOnReviewedList);
 */
export async function walkWallet(
  store: FlowStore,
  subject: FlowParty,
  isOnReviewedList: IsOnReviewedList,
  options: WalletWalkOptions = {},
): Promise<WalletWalk> {
  const reading = new FlowReading(store, subject, isOnReviewedList, options);
  return walkOwnWallet(store, reading, options.statedTotal ?? 0n);
}

/** The same with what was read for one question. */
export async function walkOwnWallet(store: FlowStore, reading: FlowReading, statedTotal: bigint): Promise<WalletWalk> {
  const own = await readOwnInflows(reading);
  if (own.flows.length === 0) return { ever: null, now: null };
  const ever = await walkEver(store, reading, own, statedTotal);
  const starts = startsOfHeld(own, reading, 1);
  const areStartsPartial = own.isPartial;
  const { mixture } = await runWalk(store, reading, { starts, flowsOfStarts: own.flows.length, areStartsPartial });
  return { ever, now: mixture };
}

async function walkEver(
  store: FlowStore,
  reading: FlowReading,
  { flows, isPartial }: OwnInflows,
  statedTotal: bigint,
): Promise<EverWalk> {
  const recorded = flows.reduce((sum, { amount }) => sum + amount, 0n);
  const amount = recorded > statedTotal ? recorded : statedTotal;
  const starts = flows.map((flow): Start => ({ flow, weight: ratio(flow.amount, amount), owners: 1 }));
  const { mixture, trail } = await runWalk(store, reading, {
    starts,
    flowsOfStarts: flows.length,
    unread: ratio(amount - recorded, amount),
    areStartsPartial: isPartial,
    keepsTaken: true,
  });
  const starting = startsByTransaction(flows);
  return {
    ...mixture,
    amount,
    inflows: inflowsOf(flows, starting, trail.badOfStarts()),
    carriedBy: (parts) => {
      const ofStarts = parts.flatMap(({ transaction, part, payer }): readonly StartPart[] => {
        const indexes = starting.get(transaction);
        if (indexes === undefined) throw new RangeError(`position ${transaction} is of no inflow`);
        return indexes.map((start) => ({ start, part, payer }));
      });
      const carried = trail.carriedBy(ofStarts);
      return mixtureOf(carried, ({ best }) => ({ steps: [], hops: 0, share: best })).rows.map(
        ({ labels: _labels, firstTime: _firstTime, lastTime: _lastTime, paths: _paths, ...row }) => row,
      );
    },
  };
}

/** Indexes of the flows of each transaction, oldest transaction first. */
function startsByTransaction(flows: readonly Flow[]): ReadonlyMap<Position, readonly number[]> {
  const byTransaction = new Map<Position, number[]>();
  for (const [index, { transaction }] of [...flows.entries()].toReversed()) {
    const indexes = byTransaction.get(transaction);
    if (indexes === undefined) byTransaction.set(transaction, [index]);
    else indexes.push(index);
  }
  return byTransaction;
}

function inflowsOf(
  flows: readonly Flow[],
  starting: ReadonlyMap<Position, readonly number[]>,
  bad: readonly number[],
): readonly WalkedInflow[] {
  return [...starting].map(([transaction, indexes]) => {
    const own = indexes.flatMap((index) => flows[index] ?? []);
    const amount = own.reduce((sum, flow) => sum + flow.amount, 0n);
    const weights = indexes.map((index) => ratio(flows[index]?.amount ?? 0n, amount) * (bad[index] ?? 0));
    return {
      transaction,
      time: own[0]?.time ?? 0,
      amount,
      bad: weights.reduce((sum, part) => sum + part, 0),
    };
  });
}

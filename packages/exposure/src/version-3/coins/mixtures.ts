import type { GoverningLabel } from '../../labels/resolve-labels.ts';
import { FIRST_THRESHOLD } from '../../method/numbers.ts';
import { ratio } from '../../records/ratios.ts';
import type { OutputRecord, TransactionRecord } from '../../records/record.ts';
import { netOf } from '../../records/utxo-flows.ts';
import type { WalkOptions } from '../../walk/options.ts';
import type { MixtureRow } from '../mixture.ts';
import { amountOf, type CoinHistory, type CoinInflow } from './history.ts';
import type { Parties } from './parties.ts';
import { replayed } from './replay.ts';
import { labelAt, sourceOf } from './share-kind.ts';
import type { WeightedCoin, WeightedInflow } from './starts.ts';
import { type FoundMixture, walkStarts } from './walk-starts.ts';

/** What a wallet ever received (docs/method/3, section 6); `badShares` are those of the inflows, in their order. */
export interface EverOfCoins extends FoundMixture {
  /** Base units: the sum of the net inflows, or what a source states where that is more. */
  readonly amount: bigint;
  /** The rows of *ever* that parts of inflows carried, as shares of `amount`: none is more than *ever* has of it. */
  carriedBy(parts: readonly InflowPart[]): readonly MixtureRow[];
}

/** A part of a net inflow. */
export interface InflowPart {
  readonly inflow: CoinInflow;
  /** 0..1. */
  readonly part: number;
}

/**
 * *Ever*: what all net inflows came from, by amount. Null where nothing came in.
 *
 * @param receivedInAll what a source states that the address received, base units: what it exceeds the records by is R
 */
export async function everOf(
  parties: Parties,
  { inflows }: CoinHistory,
  receivedInAll = 0n,
  options: WalkOptions = {},
): Promise<EverOfCoins | null> {
  if (inflows.length === 0) return null;
  const held = amountOf(inflows);
  const base = receivedInAll > held ? receivedInAll : held;
  const weigh = ({ transaction, amount }: CoinInflow, part: number): WeightedInflow =>
    inflow(transaction, ratio(amount, base) * part);
  const starts = inflows.map((own) => weigh(own, 1));
  const result = await walkStarts(parties, starts, { notFollowed: ratio(base - held, base) }, options);
  return {
    ...result.mixture,
    amount: base,
    carriedBy: (parts) => {
      const carried = parts.filter(({ part }) => part > 0).map(({ inflow: own, part }) => weigh(own, part));
      return replayed(carried, result, parties).rows();
    },
  };
}

/** *Now*: what the outputs came from that were unspent right after the last net inflow. Null where none was. */
export async function nowOf(
  parties: Parties,
  { heldAfterLastInflow }: CoinHistory,
  options: WalkOptions = {},
): Promise<FoundMixture | null> {
  if (heldAfterLastInflow.length === 0) return null;
  return (await walkStarts(parties, coins(heldAfterLastInflow, 1), {}, options)).mixture;
}

/**
 * What a payment came from that the address asked about received in one transaction, seen from its senders: each by its
 * label, else what the coins came from that it spent (section 6).
 *
 * @throws RangeError where the transaction pays the address nothing, net
 */
export async function paymentOf(
  parties: Parties,
  transaction: TransactionRecord,
  options: WalkOptions = {},
): Promise<FoundMixture> {
  const receiver = parties.asked;
  if (netOf(transaction, receiver) <= 0n)
    throw new RangeError(`transaction ${transaction.node} pays ${receiver} nothing`);
  return (await walkStarts(parties, [{ ...inflow(transaction, 1), isSeenFromPayers: true }], {}, options)).mixture;
}

/** A planned payment of the address asked about. */
export interface PlannedCoins {
  /** Base units, more than 0. */
  readonly amount: bigint;
  /** Unix seconds: the cut-off. */
  readonly time: number;
  /** Records of the address are known to be unread: what its coins do not cover is R. */
  readonly isSample: boolean;
}

/**
 * What a planned payment of the address asked about would come from (section 6): its label, else its unspent outputs, by
 * value, and unknown origin where they are worth less than the amount.
 */
export async function plannedPaymentOf(
  parties: Parties,
  { heldNow }: CoinHistory,
  { amount, time, isSample }: PlannedCoins,
  options: WalkOptions = {},
): Promise<FoundMixture> {
  const label = labelAt(parties.facts.known(parties.asked), time);
  if (label !== null) return labelledSender(label, time, parties);
  const held = amountOf(heldNow);
  const covered = held >= amount ? 1 : ratio(held, amount);
  const rest = 1 - covered;
  const beside = isSample ? { notFollowed: rest } : { unknownOrigin: rest };
  return (await walkStarts(parties, coins(heldNow, covered), beside, options)).mixture;
}

function labelledSender(counting: GoverningLabel, time: number, { isOnReviewedList }: Parties): FoundMixture {
  const source = sourceOf(counting, time, isOnReviewedList);
  const evidence = { labels: [counting.label], firstTime: time, lastTime: time, paths: [] };
  return {
    rows: [{ ...source, owners: 1, share: 1, ...evidence }],
    unknownOrigin: 0,
    notFollowed: 0,
    badShares: [],
    extent: { threshold: FIRST_THRESHOLD, rounds: 0, states: 0, recordsRead: 0 },
  };
}

const inflow = (transaction: TransactionRecord, weight: number): WeightedInflow => ({
  kind: 'inflow',
  transaction,
  isSeenFromPayers: false,
  weight,
});

/** Coins by value, as shares that sum to `whole`. */
function coins(held: readonly OutputRecord[], whole: number): readonly WeightedCoin[] {
  const value = amountOf(held);
  return held.map((coin) => ({ kind: 'coin', coin, weight: ratio(coin.amount, value) * whole }));
}

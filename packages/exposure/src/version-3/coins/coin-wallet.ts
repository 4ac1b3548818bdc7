import { ratio } from '../../records/ratios.ts';
import type { OutputRecord, Position } from '../../records/record.ts';
import type { SubjectFacts } from '../../walk/store.ts';
import type { IsOnReviewedList, MixtureRow } from '../mixture.ts';
import { mixtureOf, type WalkedMixture } from '../walk/rows/walked-mixture.ts';
import type { WalkedInflow } from '../walk/wallet-walk.ts';
import type { CoinStore } from './coin-store.ts';
import { amountOf, type CoinHistory, type CoinInflow, coinHistoryOf } from './history.ts';
import { Parties } from './parties.ts';
import { replayed } from './replay.ts';
import type { WeightedCoin, WeightedStart } from './starts.ts';
import { type CoinWalkOptions, walkStarts } from './walk-starts.ts';

/** A part of a net inflow. */
export interface CoinInflowPart {
  /** Place of its transaction. */
  readonly transaction: Position;
  /** 0..1. */
  readonly part: number;
}

/** What a wallet ever received (docs/method/3, section 6). */
export interface EverOfCoins extends WalkedMixture {
  /** Base units: of all net inflows, or what a source states where that is more. */
  readonly amount: bigint;
  /** Oldest first. */
  readonly inflows: readonly WalkedInflow[];
  /**
   * The rows of *ever* that parts of inflows carried, as shares of `amount`: each at most what *ever* has of it.
   *
   * @throws RangeError for what is no inflow.
   */
  carriedBy(parts: readonly CoinInflowPart[]): readonly MixtureRow[];
}

/** Both mixtures of a wallet, null where nothing came in or nothing was left, and its own records. */
export interface CoinWallet {
  readonly ever: EverOfCoins | null;
  readonly now: WalkedMixture | null;
  readonly history: CoinHistory;
}

export interface CoinWalletOptions extends CoinWalkOptions {
  /** Base units that a source says the address received in all; what it exceeds the records by is R in *ever*. */
  readonly statedTotal?: bigint;
}

/**
 * Where the coins of an address came from (docs/method/3, sections 5.2, 5.3 and 6), and what it received and paid itself.
 * What `walkStarts` promises of shares and bytes holds for both mixtures.
 *
 * @throws WalkCancelledError soon after `options.signal.aborted` turns true.
 * @example
 * const { ever, now } = await walkCoinWallet(store, subject, isOnReviewedList);
 */
export async function walkCoinWallet(
  store: CoinStore,
  subject: SubjectFacts,
  isOnReviewedList: IsOnReviewedList,
  { statedTotal = 0n, ...options }: CoinWalletOptions = {},
): Promise<CoinWallet> {
  const parties = new Parties(store, subject, isOnReviewedList);
  const history = await coinHistoryOf(store, subject.node, options.yieldToEventLoop);
  const { inflows, heldAfterLastInflow } = history;
  return {
    ever: inflows.length === 0 ? null : await everOf(parties, inflows, statedTotal, options),
    now:
      heldAfterLastInflow.length === 0
        ? null
        : (await walkStarts(parties, { starts: coinsByValue(heldAfterLastInflow, 1) }, options)).mixture,
    history,
  };
}

/** Coins by value, as shares that sum to `whole`. */
export function coinsByValue(coins: readonly OutputRecord[], whole: number): readonly WeightedCoin[] {
  const value = amountOf(coins);
  return coins.map((coin) => ({ kind: 'coin', coin, weight: ratio(coin.amount, value) * whole }));
}

async function everOf(
  parties: Parties,
  inflows: readonly CoinInflow[],
  statedTotal: bigint,
  options: CoinWalkOptions,
): Promise<EverOfCoins> {
  const recorded = amountOf(inflows);
  const amount = recorded > statedTotal ? recorded : statedTotal;
  const weigh = (inflow: CoinInflow, part: number): WeightedStart => ({
    kind: 'inflow',
    transaction: inflow.transaction,
    isSeenFromPayers: false,
    weight: ratio(inflow.amount, amount) * part,
  });
  const starts = inflows.map((inflow) => weigh(inflow, 1));
  const result = await walkStarts(parties, { starts, notFollowed: ratio(amount - recorded, amount) }, options);
  const byPosition = new Map(inflows.map((inflow) => [inflow.transaction.position, inflow]));
  return {
    ...result.mixture,
    amount,
    inflows: inflows.map((inflow, index) => ({
      transaction: inflow.transaction.position,
      time: inflow.transaction.time,
      amount: inflow.amount,
      bad: result.badShares[index] ?? 0,
    })),
    carriedBy: (parts) => {
      const carried = parts.map(({ transaction, part }) => {
        const inflow = byPosition.get(transaction);
        if (inflow === undefined) throw new RangeError(`position ${transaction} is of no inflow`);
        return weigh(inflow, part);
      });
      const { rows } = mixtureOf(replayed(carried, result, parties), noPath);
      return rows.map(({ labels: _labels, firstTime: _first, lastTime: _last, paths: _paths, ...row }) => row);
    },
  };
}

const noPath = () => ({ steps: [], hops: 0, share: 0 });

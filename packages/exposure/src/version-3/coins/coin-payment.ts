import type { AccountFacts } from '../../labels/party-facts.ts';
import { FIRST_THRESHOLD } from '../../method/numbers.ts';
import { ratio } from '../../records/ratios.ts';
import type { OutputRecord, TransactionRecord } from '../../records/record.ts';
import { inputParts, netOf } from '../../records/utxo-flows.ts';
import type { IsOnReviewedList } from '../mixture.ts';
import type { PaymentWalk } from '../walk/payment-walk.ts';
import { countingLabel, sourceOf } from '../walk/rows/counting-label.ts';
import type { WalkedMixture } from '../walk/rows/walked-mixture.ts';
import type { PaymentSender } from '../walk/senders.ts';
import type { CoinStore } from './coin-store.ts';
import { coinsByValue } from './coin-wallet.ts';
import { amountOf } from './history.ts';
import { Parties } from './parties.ts';
import { type CoinWalkOptions, walkStarts } from './walk-starts.ts';

/**
 * What a payment came from, seen from its senders (docs/method/3, section 6): each by its label, else what the coins came
 * from that it spent. Owners of inputs other than the receiver are its senders, by value.
 *
 * @param receiver counts as unlabelled throughout
 * @throws RangeError where the transaction pays the receiver nothing, net
 * @throws WalkCancelledError soon after `options.signal.aborted` turns true.
 */
export async function walkCoinPayment(
  store: CoinStore,
  receiver: AccountFacts,
  transaction: TransactionRecord,
  isOnReviewedList: IsOnReviewedList,
  options: CoinWalkOptions = {},
): Promise<PaymentWalk> {
  if (netOf(transaction, receiver.node) <= 0n) {
    throw new RangeError(`transaction ${transaction.node} pays ${receiver.address} nothing`);
  }
  const parties = new Parties(store, receiver, isOnReviewedList);
  const start = { kind: 'inflow', transaction, isSeenFromPayers: true, weight: 1 } as const;
  const { mixture } = await walkStarts(parties, { starts: [start] }, options);
  return { ...mixture, senders: sendersOf(transaction, parties) };
}

function sendersOf(transaction: TransactionRecord, parties: Parties): readonly PaymentSender[] {
  const shares = new Map<number, number>();
  for (const { coin, share } of inputParts(transaction, parties.asked)) {
    if (typeof coin === 'string' || coin.owner === null) continue;
    shares.set(coin.owner, (shares.get(coin.owner) ?? 0) + share);
  }
  return [...shares]
    .map(([node, share]) => ({ node, share, label: parties.labelOf(node, transaction.time) }))
    .sort((a, b) => a.node - b.node);
}

/** What is asked about a payment of coins that was not made. */
export interface PlannedCoins {
  /** Base units, above 0. */
  readonly amount: bigint;
  /** The sender's unspent outputs after the last record. */
  readonly held: readonly OutputRecord[];
  /** Unix seconds, for labels and the reviewed list: the cut-off. */
  readonly time: number;
  /** Records of the sender are known to be unread: what its coins do not cover is R, else unknown origin. */
  readonly isSample: boolean;
}

/**
 * What a payment would come from that an address made after the last record (docs/method/3, section 6): its label, else
 * its unspent outputs, by value.
 *
 * @param sender Its label counts for the payment; in its own history it is the address that is asked about.
 */
export async function walkPlannedCoins(
  store: CoinStore,
  sender: AccountFacts,
  { amount, held, time, isSample }: PlannedCoins,
  isOnReviewedList: IsOnReviewedList,
  options: CoinWalkOptions = {},
): Promise<WalkedMixture> {
  const counting = countingLabel(sender.labels, time);
  if (counting !== null) {
    const source = sourceOf(counting, time, isOnReviewedList);
    const evidence = { labels: [counting.label], firstTime: time, lastTime: time, paths: [] };
    return {
      rows: [{ ...source, owners: 1, share: 1, ...evidence }],
      unknownOrigin: 0,
      notFollowed: 0,
      cut: { threshold: options.threshold ?? FIRST_THRESHOLD, rounds: 0, states: 0, recordsRead: 0, partial: [] },
      steps: 1,
    };
  }
  const value = amountOf(held);
  const covered = value >= amount ? 1 : ratio(value, amount);
  const beside = isSample ? { notFollowed: 1 - covered } : { unknownOrigin: 1 - covered };
  const parties = new Parties(store, sender, isOnReviewedList);
  return (await walkStarts(parties, { starts: coinsByValue(held, covered), ...beside }, options)).mixture;
}

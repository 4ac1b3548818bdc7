import { ratio } from '../records/ratios.ts';
import type { Direction, TransactionRecord } from '../records/record.ts';
import { netOf } from '../records/utxo-flows.ts';
import type { DirectionExposure } from './exposure.ts';
import { FactsCache } from './facts.ts';
import { type EventLoopYield, settingsOf, type WalkOptions, WalkPace } from './options.ts';
import { emptyExposure, unreadOf } from './result.ts';
import { walkRounds } from './rounds.ts';
import { resolvePaths } from './sample-paths.ts';
import type { SubjectFacts, UtxoStore } from './store.ts';
import { UtxoRound } from './utxo-round.ts';
import type { StartTransaction, UtxoWalk } from './utxo-state.ts';
import { TransactionCache } from './utxo-transactions.ts';

const START_PAGE = 256;

/**
 * Where the coins of an account came from (`bwd`) or went (`fwd`) on a UTXO network: coin-exact over the DAG of
 * transactions, each mixing its inputs by value (docs/method, sections 2 and 3). `records` counts the subject's
 * transactions with a net amount in the direction. Guarantees and bytes as for `walkAccount`; inputs and outputs must
 * come in the transaction's own order.
 *
 * @throws WalkCancelledError soon after `options.signal.aborted` turns true.
 * @throws RangeError where `options.only` names a transaction that the records do not hold.
 */
export async function walkUtxo(
  store: UtxoStore,
  subject: SubjectFacts,
  direction: Direction,
  options: WalkOptions = {},
): Promise<DirectionExposure> {
  const settings = settingsOf(options);
  const pace = new WalkPace(settings);
  const facts = new FactsCache(store, subject);
  const transactions = new TransactionCache(store, direction, facts);

  const progress = { round: 0, threshold: settings.threshold, states: 0 };
  const yieldToEventLoop: EventLoopYield = async (steps) => {
    if (pace.isDue(steps)) await pace.rest(progress);
  };
  const own =
    settings.only === undefined
      ? await transactions.transactionsOf(subject.node, START_PAGE, yieldToEventLoop)
      : await transactions.transactionsAt(settings.only);
  const moved: { readonly transaction: TransactionRecord; readonly net: bigint }[] = [];
  for (const transaction of own) {
    const net = netOf(transaction, subject.node) * (direction === 'bwd' ? 1n : -1n);
    if (net > 0n) moved.push({ transaction, net });
    if (pace.isDue()) await pace.rest(progress);
  }
  if (moved.length === 0) return emptyExposure(direction, settings.threshold);
  const unread = unreadOf(subject, direction, settings);
  const amount = moved.reduce((sum, { net }) => sum + net, unread);
  const starts: StartTransaction[] = [];
  for (const start of moved) {
    starts.push({ ...start, weight: ratio(start.net, amount) });
    if (pace.isDue()) await pace.rest(progress);
  }
  await transactions.loadOwners(
    moved.map(({ transaction }) => transaction),
    yieldToEventLoop,
  );

  const walk: UtxoWalk = {
    direction,
    subject: subject.node,
    starts,
    areStartsPartial: settings.only === undefined && subject.unread !== undefined,
    unread: ratio(unread, amount),
    transactions,
    readsAhead: store.readsAhead === true,
    facts,
    settings,
    pace,
  };
  return walkRounds(
    { direction, records: starts.length, amount },
    settings,
    facts,
    (task) => new UtxoRound(walk, task).run(),
    resolvePaths(direction, facts, (nodes) => store.transactionIds(nodes), settings.revision),
    pace,
  );
}

import { ratio } from '../records/ratios.ts';
import type { Direction } from '../records/record.ts';
import type { DirectionExposure } from './exposure.ts';
import { FactsCache } from './facts.ts';
import { type EventLoopYield, settingsOf, type WalkOptions, WalkPace } from './options.ts';
import { PageCache } from './pages.ts';
import { emptyExposure, unreadOf } from './result.ts';
import { AccountRound } from './round.ts';
import { walkRounds } from './rounds.ts';
import { resolvePaths } from './sample-paths.ts';
import type { AccountWalk, StartEdge } from './state.ts';
import type { AccountStore, SubjectFacts } from './store.ts';

const START_PAGE = 1000;

/**
 * Where the money of an account came from (`bwd`) or went (`fwd`) on an account network: the time-respecting balance
 * haircut of docs/method, section 3. Shares are never above the exact ones for the stored records and fall short of
 * them by at most `residuals.not_followed` in sum. The same records, labels and options give the same bytes, whatever the
 * store, its ids and its batching.
 *
 * @throws WalkCancelledError soon after `options.signal.aborted` turns true.
 * @throws RangeError where `options.only` names what is no record of the subject in this direction.
 */
export async function walkAccount(
  store: AccountStore,
  subject: SubjectFacts,
  direction: Direction,
  options: WalkOptions = {},
): Promise<DirectionExposure> {
  const settings = settingsOf({ ...store.pageOptions, ...options });
  const pace = new WalkPace(settings);
  const pages = new PageCache(store, direction);
  const facts = new FactsCache(store, subject);

  const progress = { round: 0, threshold: settings.threshold, states: 0 };
  const yieldToEventLoop: EventLoopYield = async (steps) => {
    if (pace.isDue(steps)) await pace.rest(progress);
  };
  const own =
    settings.only === undefined
      ? await pages.loadAll(subject.node, START_PAGE, yieldToEventLoop)
      : { records: await pages.loadAt(subject.node, settings.only, yieldToEventLoop), isPartial: false };
  if (own.records.length === 0) return emptyExposure(direction, settings.threshold);
  const unread = unreadOf(subject, direction, settings);
  const amount = own.records.reduce((sum, record) => sum + record.amount, unread);
  await facts.load(
    own.records.map((record) => (direction === 'bwd' ? record.from : record.to)),
    yieldToEventLoop,
  );
  const starts: StartEdge[] = [];
  for (const record of own.records) {
    starts.push({ record, weight: ratio(record.amount, amount) });
    if (pace.isDue()) await pace.rest(progress);
  }

  const walk: AccountWalk = {
    direction,
    subject: subject.node,
    starts,
    areStartsPartial: own.isPartial || (settings.only === undefined && subject.unread !== undefined),
    unread: ratio(unread, amount),
    pages,
    facts,
    settings,
    pace,
  };
  return walkRounds(
    { direction, records: own.records.length, amount },
    settings,
    facts,
    (task) => new AccountRound(walk, task).run(),
    resolvePaths(direction, facts, (positions) => store.transactionIds(positions), settings.revision),
    pace,
  );
}

import type { DirectionExposure } from './exposure.ts';
import { ratio } from './ratios.ts';
import type { Direction } from './record.ts';
import type { AccountStore, SubjectFacts } from './store.ts';
import { FactsCache } from './walk-facts.ts';
import { type Breath, settingsOf, type WalkOptions, WalkPace } from './walk-options.ts';
import { PageCache } from './walk-pages.ts';
import { emptyExposure, unreadOf } from './walk-result.ts';
import { AccountRound } from './walk-round.ts';
import { walkRounds } from './walk-rounds.ts';
import type { AccountWalk, StartEdge } from './walk-state.ts';
import { spellTrails } from './walk-trail.ts';

const START_PAGE = 1000;

/**
 * Where the money of an account came from (`bwd`) or went (`fwd`) on an account network: the time-respecting balance
 * haircut of docs/method, section 3. Shares are never above the exact ones for the records held and fall short of them
 * by at most `residuals.not_followed` in sum. The same records, labels and options give the same bytes, whatever the
 * store, its ids and its batching.
 *
 * @throws WalkCancelledError soon after `options.signal.aborted` turns true.
 * @example
 * const subject = await store.subject(address);
 * if (subject !== null) await walkAccount(store, subject, 'bwd');
 */
export async function walkAccount(
  store: AccountStore,
  subject: SubjectFacts,
  direction: Direction,
  options: WalkOptions = {},
): Promise<DirectionExposure> {
  if (store.walk !== undefined) return store.walk(subject, direction, options);
  const settings = settingsOf({ ...store.reading, ...options });
  const pace = new WalkPace(settings);
  const pages = new PageCache(store, direction);
  const facts = new FactsCache(store, subject);

  const progress = { round: 0, threshold: settings.threshold, states: 0 };
  const breathe: Breath = async (steps) => {
    if (pace.isDue(steps)) await pace.rest(progress);
  };
  const own = await pages.loadAll(subject.node, START_PAGE, breathe);
  if (own.records.length === 0) return emptyExposure(direction, settings.threshold);
  const unread = unreadOf(subject, direction);
  const amount = own.records.reduce((sum, record) => sum + record.amount, unread);
  await facts.load(
    own.records.map((record) => (direction === 'bwd' ? record.from : record.to)),
    breathe,
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
    startsCut: own.cut || subject.unread !== undefined,
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
    spellTrails(direction, facts, (positions) => store.transactionIds(positions)),
    pace,
  );
}

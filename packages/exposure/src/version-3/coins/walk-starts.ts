import { type EventLoopYield, settingsOf, WalkPace, type WalkSettings } from '../../walk/options.ts';
import type { FlowWalkOptions } from '../walk/flow-walk.ts';
import { bestRound } from '../walk/rounds.ts';
import { mixtureOf, type WalkedMixture } from '../walk/rows/walked-mixture.ts';
import type { Parties } from './parties.ts';
import { mixedAt } from './passing.ts';
import { coinPathWriter } from './paths.ts';
import { ReversePass } from './reverse-pass.ts';
import { CoinRound, type CoinRoundFound, type CoinWalk } from './round.ts';
import { type Start, startOf, type WeightedStart } from './starts.ts';

/** How far a walk of coins may go and what it notifies; the defaults are the method's (docs/method/3, section 5.3). */
export type CoinWalkOptions = Omit<FlowWalkOptions, 'pageLimit'>;

/** What is asked about. */
export interface CoinStarts {
  /** Their weights sum to 1, with what is beside them. */
  readonly starts: readonly WeightedStart[];
  /** Shares that no start carries. */
  readonly unknownOrigin?: number;
  readonly notFollowed?: number;
}

/** A mixture, and the round that found it. */
export interface CoinWalkResult {
  readonly mixture: WalkedMixture;
  /** For each start, the part of it that is of tier S, A or B, 0..1. */
  readonly badShares: readonly number[];
  readonly best: CoinRoundFound;
  readonly reverse: ReversePass;
}

/**
 * What weighted starts came from on a UTXO network (docs/method/3, sections 5.2 and 5.3): coin by coin, back over the
 * graph of transactions. Shares found are never above the exact ones for the stored records and fall short of them by at
 * most R in sum. The same records, labels, clusters and options give the same bytes, whichever batches were read.
 *
 * @throws WalkCancelledError soon after `options.signal.aborted` turns true.
 */
export async function walkStarts(
  parties: Parties,
  { starts: weighted, unknownOrigin = 0, notFollowed = 0 }: CoinStarts,
  options: CoinWalkOptions = {},
): Promise<CoinWalkResult> {
  const settings = settingsOf(options);
  const pace = new WalkPace(settings);
  const starts = await startsOf(weighted, { starts: [], parties, settings, pace });
  const walk: CoinWalk = { starts, parties, settings, pace };
  const { found: best, threshold, rounds } = await bestRound(settings, (task) => new CoinRound(walk, task).run());

  const reverse = reversePass(best);
  addMixed(best, reverse, settings);
  const { collector, states, taken } = best;
  collector.unknownOrigin.add(unknownOrigin);
  collector.notFollowed.add(notFollowed);
  const write = await coinPathWriter(
    [...collector.rows()].flatMap(({ paths }) => paths),
    parties,
  );
  const cut = { threshold, rounds, states, recordsRead: taken.length, partial: [] };
  return {
    mixture: { ...mixtureOf(collector, write), cut, steps: best.steps },
    badShares: starts.map((start) => badOf(start, reverse)),
    best,
    reverse,
  };
}

/** Reads what the starts need before the first round. */
async function startsOf(
  weighted: readonly WeightedStart[],
  { parties, settings, pace }: CoinWalk,
): Promise<readonly Start[]> {
  const progress = { round: 0, threshold: settings.threshold, states: 0 };
  const yieldToEventLoop: EventLoopYield = async (steps) => {
    if (pace.isDue(steps)) await pace.rest(progress);
  };
  const transactions = weighted.flatMap((start) => (start.kind === 'inflow' ? [start.transaction] : []));
  await parties.loadSpenders(transactions, yieldToEventLoop);
  const starts: Start[] = [];
  for (const start of weighted) {
    starts.push(startOf(start, parties));
    if (pace.isDue()) await pace.rest(progress);
  }
  return starts;
}

function badOf(start: Start, reverse: ReversePass): number {
  if (start.kind === 'coin') return reverse.ofTransaction(start.coin.createdBy).bad;
  return reverse.fractionsOf(start.makeup).bad;
}

/** Over the states of a round, the earliest first. */
function reversePass({ taken, states }: CoinRoundFound): ReversePass {
  const reverse = new ReversePass();
  for (const { makeup } of taken.slice(taken.length - states).toReversed()) reverse.add(makeup);
  return reverse;
}

/** Adds what coinjoins replaced to what a round found. */
function addMixed({ collector, taken }: CoinRoundFound, reverse: ReversePass, { evidence }: WalkSettings): void {
  for (const { makeup, coinjoin } of taken) {
    if (coinjoin !== null) collector.addPart(mixedAt(makeup, evidence), coinjoin, reverse.mixedIn(makeup));
  }
}

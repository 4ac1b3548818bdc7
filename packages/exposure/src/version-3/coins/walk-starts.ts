import { THRESHOLD_DIVISOR } from '../../method/numbers.ts';
import type { WalkExtent } from '../../walk/exposure.ts';
import { type EventLoopYield, settingsOf, type WalkOptions, WalkPace, type WalkSettings } from '../../walk/options.ts';
import type { Mixture } from '../mixture.ts';
import type { EvidenceRow } from './found-rows.ts';
import type { Parties } from './parties.ts';
import { mixedAt } from './passing.ts';
import { readPaths, type SharePath } from './paths.ts';
import { ReversePass } from './reverse-pass.ts';
import { CoinRound, type CoinRoundOutcome, type CoinWalk } from './round.ts';
import { type Start, startOf, type WeightedStart } from './starts.ts';

/** A mixture with what shows its rows, and how far the walk went. */
export interface FoundMixture extends Mixture {
  /** By group high, mid, low; then share, largest first. */
  readonly rows: readonly EvidenceRow<SharePath>[];
  /** For each start, the part of it that is of tier S, A or B, 0..1. */
  readonly badShares: readonly number[];
  readonly extent: Omit<WalkExtent, 'partial'>;
}

/** Shares that no start carries. */
export interface Beside {
  readonly unknownOrigin?: number;
  readonly notFollowed?: number;
}

/** A mixture, and the round that found it. */
export interface CoinWalkResult {
  readonly mixture: FoundMixture;
  readonly best: CoinRoundOutcome;
  readonly reverse: ReversePass;
}

/**
 * What weighted starts came from on a UTXO network (docs/method/3, sections 5.2 and 5.3): coin by coin, back over the
 * graph of transactions. The same records, labels, clusters and options give the same bytes, whichever batches were read.
 *
 * @param starts weights sum to 1, with what is beside them
 * @throws WalkCancelledError soon after `options.signal.aborted` turns true.
 */
export async function walkStarts(
  parties: Parties,
  weighted: readonly WeightedStart[],
  beside: Beside = {},
  options: WalkOptions = {},
): Promise<CoinWalkResult> {
  const settings = settingsOf(options);
  const pace = new WalkPace(settings);
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
  const { best, threshold, rounds } = await bestRound({ starts, parties, settings, pace }, settings);

  const { found, taken, states } = best;
  const reverse = reversePass(best);
  addMixed(best, reverse, settings);
  if (beside.unknownOrigin !== undefined) found.unknownOrigin.add(beside.unknownOrigin);
  if (beside.notFollowed !== undefined) found.notFollowed.add(beside.notFollowed);
  const mixture: FoundMixture = {
    rows: await readPaths(found.rows(), parties),
    unknownOrigin: found.unknownOrigin.value,
    notFollowed: found.notFollowed.value,
    badShares: starts.map((start) => badOf(start, reverse)),
    extent: { threshold, rounds, states, recordsRead: taken.length },
  };
  return { mixture, best, reverse };
}

function badOf(start: Start, reverse: ReversePass): number {
  if (start.kind === 'coin') return reverse.ofTransaction(start.coin.createdBy).bad;
  return reverse.fractionsOf(start.makeup).bad;
}

/** The states of a round, the earliest first. */
function reversePass({ taken, states }: CoinRoundOutcome): ReversePass {
  const reverse = new ReversePass();
  for (const { makeup } of taken.slice(taken.length - states).toReversed()) reverse.add(makeup);
  return reverse;
}

/** Adds what coinjoins replaced to what a round found. */
function addMixed({ found, taken }: CoinRoundOutcome, reverse: ReversePass, { evidence }: WalkSettings): void {
  for (const { makeup, coinjoin } of taken) {
    if (coinjoin !== null) found.add(mixedAt(makeup, evidence), coinjoin, reverse.mixedIn(makeup));
  }
}

interface BestRound {
  readonly best: CoinRoundOutcome;
  readonly threshold: number;
  readonly rounds: number;
}

/**
 * While more than the target was cut off and states are left, the threshold is divided by ten; the round with the
 * smallest R is the result (section 5.3).
 */
async function bestRound(walk: CoinWalk, settings: WalkSettings): Promise<BestRound> {
  let { threshold } = settings;
  let taken = 0;
  let best: Omit<BestRound, 'rounds'> | null = null;
  for (let round = 1; ; round += 1) {
    const outcome = await new CoinRound(walk, { round, threshold, maxStates: settings.maxStates - taken }).run();
    taken += outcome.states;
    if (best === null || outcome.found.notFollowed.value < best.best.found.notFollowed.value) {
      best = { best: outcome, threshold };
    }
    if (outcome.cut.value <= settings.targetNotFollowed || taken >= settings.maxStates) {
      return { ...best, rounds: round };
    }
    threshold /= THRESHOLD_DIVISOR;
  }
}

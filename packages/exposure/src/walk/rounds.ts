import { THRESHOLD_DIVISOR } from '../method/numbers.ts';
import type { NodeId } from '../records/record.ts';
import type { DirectionExposure, PathResolver } from './exposure.ts';
import type { FactsCache } from './facts.ts';
import type { WalkPace, WalkSettings } from './options.ts';
import { type DirectionTotals, exposureFrom } from './result.ts';
import type { RoundSums } from './rows.ts';

/** The mass that arrived at an account is rounded in another order than the masses of its states, which it bounds. */
export const ROUNDING_ROOM = 1 + 1e-9;

/** What one round asks for. */
export interface RoundTask {
  /** 1 for the first. */
  readonly round: number;
  readonly threshold: number;
  readonly maxStates: number;
}

/** What one round found. */
export interface RoundOutcome<W> {
  readonly collector: RoundSums<W>;
  /** Part of R that another threshold or more states could still follow. */
  readonly followable: boolean;
  readonly states: number;
  readonly recordsRead: number;
  /** Accounts whose readable history ended before the records did, with the records read of each. */
  readonly partial: ReadonlyMap<NodeId, number>;
}

/**
 * Rounds of docs/method, section 3: while R is above the target and states are left, the threshold is divided by ten;
 * the round with the smallest R is the result. A round that left nothing to follow is the last, whatever R is.
 */
export async function walkRounds<W>(
  totals: DirectionTotals,
  settings: WalkSettings,
  facts: Pick<FactsCache, 'name' | 'addressOf'>,
  runRound: (task: RoundTask) => RoundOutcome<W> | Promise<RoundOutcome<W>>,
  resolvePaths: PathResolver<W>,
  pace: WalkPace,
): Promise<DirectionExposure> {
  let threshold = settings.threshold;
  let taken = 0;
  let round = 0;
  let best: (RoundOutcome<W> & { readonly threshold: number }) | null = null;
  for (;;) {
    round += 1;
    const running = runRound({ round, threshold, maxStates: settings.maxStates - taken });
    const outcome = running instanceof Promise ? await running : running;
    taken += outcome.states;
    if (best === null || notFollowed(outcome) < notFollowed(best)) best = { ...outcome, threshold };
    if (notFollowed(best) <= settings.targetNotFollowed) break;
    if (!outcome.followable || taken >= settings.maxStates) break;
    threshold /= THRESHOLD_DIVISOR;
  }

  if (best.partial.size > 0) await facts.name(best.partial.keys());
  const cut = {
    threshold: best.threshold,
    rounds: round,
    states: best.states,
    recordsRead: best.recordsRead,
    partial: [...best.partial]
      .map(([node, records]) => ({ address: facts.addressOf(node), records }))
      .sort((a, b) => (a.address < b.address ? -1 : 1)),
  };
  const resolving = resolvePaths(best.collector.rows);
  const resolve = resolving instanceof Promise ? await resolving : resolving;
  const exposure = exposureFrom(totals, best.collector, resolve, cut, pace);
  return exposure instanceof Promise ? await exposure : exposure;
}

function notFollowed<W>(outcome: RoundOutcome<W>): number {
  return outcome.collector.residuals.not_followed.value;
}

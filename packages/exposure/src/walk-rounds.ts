import type { DirectionExposure, EvidencePath } from './exposure.ts';
import type { NodeId } from './record.ts';
import type { FactsCache } from './walk-facts.ts';
import type { WalkPace, WalkSettings } from './walk-options.ts';
import { type DirectionTotals, exposureFrom } from './walk-result.ts';
import type { RoundSums } from './walk-rows.ts';

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
 * the round with the smallest R stands. A round that left nothing to follow is the last, whatever R is.
 */
export async function walkRounds<W>(
  totals: DirectionTotals,
  settings: WalkSettings,
  facts: FactsCache,
  runRound: (task: RoundTask) => Promise<RoundOutcome<W>>,
  spellWays: (ways: readonly W[]) => Promise<(way: W) => EvidencePath>,
  pace: WalkPace,
): Promise<DirectionExposure> {
  let threshold = settings.threshold;
  let taken = 0;
  let round = 0;
  let standing: (RoundOutcome<W> & { readonly threshold: number }) | null = null;
  for (;;) {
    round += 1;
    const outcome = await runRound({ round, threshold, maxStates: settings.maxStates - taken });
    taken += outcome.states;
    if (standing === null || notFollowed(outcome) < notFollowed(standing)) standing = { ...outcome, threshold };
    if (notFollowed(standing) <= settings.targetNotFollowed) break;
    if (!outcome.followable || taken >= settings.maxStates) break;
    threshold /= 10;
  }

  const ways = [...standing.collector.rows.values()].flatMap((row) => row.ways);
  await facts.name(standing.partial.keys());
  const cut = {
    threshold: standing.threshold,
    rounds: round,
    states: standing.states,
    recordsRead: standing.recordsRead,
    partial: [...standing.partial]
      .map(([node, records]) => ({ address: facts.addressOf(node), records }))
      .sort((a, b) => (a.address < b.address ? -1 : 1)),
  };
  return exposureFrom(totals, standing.collector, await spellWays(ways), cut, pace);
}

function notFollowed<W>(outcome: RoundOutcome<W>): number {
  return outcome.collector.residuals.not_followed.value;
}

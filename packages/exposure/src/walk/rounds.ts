import { THRESHOLD_DIVISOR } from '../method/numbers.ts';
import type { NodeId } from '../records/record.ts';
import type { DirectionExposure, PathResolver, WalkExtent } from './exposure.ts';
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
export class Rounds<W> {
  readonly #settings: Pick<WalkSettings, 'threshold' | 'targetNotFollowed' | 'maxStates'>;
  #threshold: number;
  #taken = 0;
  #count = 0;
  #best: RoundOutcome<W> | null = null;
  #bestThreshold: number;

  constructor(settings: Pick<WalkSettings, 'threshold' | 'targetNotFollowed' | 'maxStates'>) {
    this.#settings = settings;
    this.#threshold = settings.threshold;
    this.#bestThreshold = settings.threshold;
  }

  /** What the next round asks for. */
  next(): RoundTask {
    this.#count += 1;
    return { round: this.#count, threshold: this.#threshold, maxStates: this.#settings.maxStates - this.#taken };
  }

  /** Takes what the round found; whether another follows. */
  add(outcome: RoundOutcome<W>): boolean {
    const { targetNotFollowed, maxStates } = this.#settings;
    this.#taken += outcome.states;
    if (this.#best === null || notFollowed(outcome) < notFollowed(this.#best)) {
      this.#best = outcome;
      this.#bestThreshold = this.#threshold;
    }
    if (notFollowed(this.#best) <= targetNotFollowed) return false;
    if (!outcome.followable || this.#taken >= maxStates) return false;
    this.#threshold /= THRESHOLD_DIVISOR;
    return true;
  }

  /** The round that is the result. @throws Error before the first round is added */
  get best(): RoundOutcome<W> {
    if (this.#best === null) throw new Error('no round was run');
    return this.#best;
  }

  /** How far the walk went, as its result says it. */
  extent(partial: WalkExtent['partial']): WalkExtent {
    const { states, recordsRead } = this.best;
    return { threshold: this.#bestThreshold, rounds: this.#count, states, recordsRead, partial };
  }
}

/** Runs the rounds of a walk one after the other and writes their result. */
export async function walkRounds<W>(
  totals: DirectionTotals,
  settings: WalkSettings,
  facts: Pick<FactsCache, 'name' | 'addressOf'>,
  runRound: (task: RoundTask) => Promise<RoundOutcome<W>>,
  resolvePaths: PathResolver<W>,
  pace: WalkPace,
): Promise<DirectionExposure> {
  const rounds = new Rounds<W>(settings);
  while (rounds.add(await runRound(rounds.next())));
  const { partial, collector } = rounds.best;
  if (partial.size > 0) await facts.name(partial.keys());
  const extent = rounds.extent(
    [...partial]
      .map(([node, records]) => ({ address: facts.addressOf(node), records }))
      .sort((a, b) => (a.address < b.address ? -1 : 1)),
  );
  const resolve = await resolvePaths(collector.rows);
  return pace.run(exposureFrom(totals, collector, resolve, extent, pace));
}

function notFollowed<W>(outcome: RoundOutcome<W>): number {
  return outcome.collector.residuals.not_followed.value;
}

import { THRESHOLD_DIVISOR } from '../../method/numbers.ts';
import type { WalkSettings } from '../../walk/options.ts';
import type { RoundTask } from '../../walk/rounds.ts';
import type { CompensatedSum } from '../../walk/sum.ts';

/** What the rounds of any walk are compared by. */
export interface RoundFound {
  readonly collector: { readonly notFollowed: CompensatedSum };
  /** R by the threshold and the number of states: what another round could still follow. */
  readonly cut: number;
  readonly states: number;
}

/** The round that is the result. */
export interface BestRound<F extends RoundFound> {
  readonly found: F;
  readonly threshold: number;
  /** Rounds in all. */
  readonly rounds: number;
}

/**
 * Rounds of docs/method/3, section 5.3: while R by the threshold is over the target and states are left, the threshold is
 * divided by ten; the round with the smallest R is the result, of equal ones the first.
 */
export async function bestRound<F extends RoundFound>(
  { threshold, targetNotFollowed, maxStates }: Pick<WalkSettings, 'threshold' | 'targetNotFollowed' | 'maxStates'>,
  run: (task: RoundTask) => Promise<F>,
): Promise<BestRound<F>> {
  let task: RoundTask = { round: 1, threshold, maxStates };
  let best = { found: await run(task), threshold };
  let taken = best.found.states;
  while (best.found.cut > targetNotFollowed && taken < maxStates) {
    task = { round: task.round + 1, threshold: task.threshold / THRESHOLD_DIVISOR, maxStates: maxStates - taken };
    const found = await run(task);
    taken += found.states;
    if (notFollowed(found) < notFollowed(best.found)) best = { found, threshold: task.threshold };
    // Nothing was cut, so another round would find the same.
    if (found.cut === 0) break;
  }
  return { ...best, rounds: task.round };
}

const notFollowed = ({ collector }: RoundFound): number => collector.notFollowed.value;

import type { Stars } from '@assay/domain';
import type { Attack } from './attack.ts';

/** What an effort costs beyond the history before it. */
export interface Cost {
  readonly transactions: number;
  readonly feesUsd: number;
  readonly givenUpUsd: number;
  readonly lockedUsd: number;
}

/** What an attack brings under one version at the effort that costs least by gained star; of equal ones, the best. */
export interface Outcome {
  readonly before: Stars;
  /** Stars at that effort; those before where no effort gains one. */
  readonly after: Stars;
  /** Stars that the attacker gains, or that his victim loses. */
  readonly gained: number;
  /** Most that any effort gains. */
  readonly most: number;
  /** Some effort ends without stars: the attacker gains none, and nothing is said against him. */
  readonly endsUnrated: boolean;
  /** Which of the attempts; null where none gains a star. */
  readonly attempt: number | null;
  /** Fees and what is given up, by gained star; null where none is gained. */
  readonly usdPerStar: number | null;
  /** The cheapest effort that reaches each aim; null where none does. */
  readonly reaching: Readonly<Record<Reach, Reached | null>>;
}

/** `four` and `five` stars of the attacker's; `warned`: one to three stars of his victim's, and `unrated`: none. */
export type Reach = 'four' | 'five' | 'warned' | 'unrated';

/** What an aim costs at least: fees and what is given up, and what has to be there meanwhile. */
export interface Reached {
  readonly attempt: number;
  readonly usd: number;
  readonly lockedUsd: number;
}

const AIMS: Readonly<Record<Attack['aim'], readonly Reach[]>> = {
  raise: ['four', 'five'],
  lower: ['warned', 'unrated'],
};
const HOLDS: Readonly<Record<Reach, (stars: Stars) => boolean>> = {
  four: (stars) => stars >= 4,
  five: (stars) => stars === 5,
  warned: (stars) => stars > 0 && stars <= 3,
  unrated: (stars) => stars === 0,
};

/** @param stars of each attempt, in the order of the efforts */
export function outcomeOf(aim: Attack['aim'], before: Stars, costs: readonly Cost[], stars: readonly Stars[]): Outcome {
  const reaching = reachingOf(aim, before, costs, stars);
  const endsUnrated = stars.includes(0);
  const gains = costs
    .map(({ feesUsd, givenUpUsd, lockedUsd }, attempt) => {
      const after = stars[attempt] ?? 0;
      const gained = after === 0 ? 0 : aim === 'raise' ? after - before : before - after;
      return { after, gained, attempt, lockedUsd, usdPerStar: roundCents((feesUsd + givenUpUsd) / gained) };
    })
    .filter(({ gained }) => gained > 0)
    .toSorted((a, b) => a.usdPerStar - b.usdPerStar || b.gained - a.gained || a.lockedUsd - b.lockedUsd);
  const most = Math.max(0, ...gains.map(({ gained }) => gained));
  const [best] = gains;
  if (best === undefined) {
    return { before, after: before, gained: 0, most, endsUnrated, attempt: null, usdPerStar: null, reaching };
  }
  const { after, gained, attempt, usdPerStar } = best;
  return { before, after, gained, most, endsUnrated, attempt, usdPerStar, reaching };
}

function reachingOf(
  aim: Attack['aim'],
  before: Stars,
  costs: readonly Cost[],
  stars: readonly Stars[],
): Outcome['reaching'] {
  const cheapest = (reach: Reach): Reached | null => {
    // What is so before the attack, no attack has to pay for.
    if (!AIMS[aim].includes(reach) || HOLDS[reach](before)) return null;
    const [found] = costs
      .map(({ feesUsd, givenUpUsd, lockedUsd }, attempt) => {
        return { attempt, usd: roundCents(feesUsd + givenUpUsd), lockedUsd };
      })
      .filter(({ attempt }) => HOLDS[reach](stars[attempt] ?? 0))
      .toSorted((a, b) => a.usd - b.usd || a.lockedUsd - b.lockedUsd);
    return found ?? null;
  };
  return {
    four: cheapest('four'),
    five: cheapest('five'),
    warned: cheapest('warned'),
    unrated: cheapest('unrated'),
  };
}

export const roundCents = (usd: number): number => Math.round(usd * 100) / 100;

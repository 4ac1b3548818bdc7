import { METHOD_VERSION } from '@assay/exposure';
import type { Expectation, ScoreCase, StarRange } from './case.ts';
import { ELEVATED_CASES } from './cases-elevated.ts';
import { GOOD_CASES } from './cases-good.ts';
import { ILLICIT_CASES } from './cases-illicit.ts';
import { SANCTION_CASES } from './cases-sanctions.ts';
import { UNKNOWN_CASES } from './cases-unknown.ts';
import type { Version } from './version.ts';
import { type Rated, Rater } from './world/rate.ts';
import type { World } from './world/world.ts';

export const SCORE_CASES: readonly ScoreCase[] = [
  ...GOOD_CASES,
  ...ELEVATED_CASES,
  ...SANCTION_CASES,
  ...ILLICIT_CASES,
  ...UNKNOWN_CASES,
];

/** One rating of one case: with the address's own label, or with it left out. */
export interface Rating {
  readonly rated: Rated;
  readonly range: StarRange;
  readonly right: boolean;
}

export interface ScoredCase {
  readonly of: Expectation;
  readonly withLabel: Rating;
  readonly leftOut: Rating;
}

/** The world of a case, with the address's own labels or without, and the address in it. */
export type WorldOf<Case> = (one: Case, leaveOut: boolean) => { readonly world: World; readonly subject: string };

/** Rates every case twice, so that it measures exposure and not the list alone. */
export async function scoreAll<Case extends Expectation>(
  cases: readonly Case[],
  worldOf: WorldOf<Case>,
  version: Version = METHOD_VERSION,
): Promise<readonly ScoredCase[]> {
  const scored: ScoredCase[] = [];
  const rateOne = async (of: Case, leaveOut: boolean) => {
    const { world, subject } = worldOf(of, leaveOut);
    return new Rater(world).rateBy(version, subject);
  };
  for (const of of cases) {
    scored.push({
      of,
      withLabel: judge(await rateOne(of, false), of.stars),
      leftOut: judge(await rateOne(of, true), of.leftOut ?? of.stars),
    });
  }
  return scored;
}

export function isRight({ withLabel, leftOut }: ScoredCase): boolean {
  return withLabel.right && leftOut.right;
}

function judge(rated: Rated, range: StarRange): Rating {
  const [fewest, most] = range;
  return { rated, range, right: rated.stars >= fewest && rated.stars <= most };
}

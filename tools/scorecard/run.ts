import { type Assessment, assess } from '@assay/exposure';
import type { Kind, ScoreCase, StarRange } from './case.ts';
import { ELEVATED_CASES } from './cases-elevated.ts';
import { GOOD_CASES } from './cases-good.ts';
import { ILLICIT_CASES } from './cases-illicit.ts';
import { SANCTION_CASES } from './cases-sanctions.ts';
import { UNKNOWN_CASES } from './cases-unknown.ts';
import { buildInput } from './scene.ts';

export const SCORE_CASES: readonly ScoreCase[] = [
  ...GOOD_CASES,
  ...ELEVATED_CASES,
  ...SANCTION_CASES,
  ...ILLICIT_CASES,
  ...UNKNOWN_CASES,
];

/** One rating of one case: with the address's own label, or with it left out. */
export interface Rating {
  readonly assessment: Assessment;
  readonly range: StarRange;
  readonly right: boolean;
}

export interface ScoredCase {
  readonly of: ScoreCase;
  readonly withLabel: Rating;
  readonly leftOut: Rating;
}

/** Rates every case twice, so that it measures exposure and not the list alone. */
export async function scoreAll(cases: readonly ScoreCase[] = SCORE_CASES): Promise<readonly ScoredCase[]> {
  const scored: ScoredCase[] = [];
  for (const one of cases) {
    scored.push({
      of: one,
      withLabel: await rate(one, one.stars, false),
      leftOut: await rate(one, one.leftOut ?? one.stars, true),
    });
  }
  return scored;
}

async function rate(one: ScoreCase, range: StarRange, leaveOut: boolean): Promise<Rating> {
  const assessment = assess(await buildInput(one, leaveOut));
  const [fewest, most] = range;
  return { assessment, range, right: assessment.stars >= fewest && assessment.stars <= most };
}

const KINDS: readonly Kind[] = ['good', 'elevated', 'bad', 'unknown'];
const STARS = [5, 4, 3, 2, 1, 0] as const;

/** Confusion table as text: what the cases are, against the stars they got. */
export function drawTable(title: string, ratings: readonly { readonly kind: Kind; readonly stars: number }[]): string {
  const head = [title, ...STARS.map((stars) => (stars === 0 ? 'N/A' : `${stars}`)), 'cases'];
  const rows = KINDS.map((kind) => {
    const own = ratings.filter((rating) => rating.kind === kind);
    const counts = STARS.map((stars) => own.filter((rating) => rating.stars === stars).length);
    return [kind, ...counts.map((count) => (count === 0 ? '.' : `${count}`)), `${own.length}`];
  });
  return [head, ...rows]
    .map(([name = '', ...cells]) => name.padEnd(26) + cells.map((cell) => cell.padStart(6)).join(''))
    .join('\n');
}

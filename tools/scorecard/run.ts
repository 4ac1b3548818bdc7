import { type Assessment, type AssessmentInput, assess } from '@assay/exposure';
import type { Expectation, Kind, ScoreCase, StarRange } from './case.ts';
import { ELEVATED_CASES } from './cases-elevated.ts';
import { GOOD_CASES } from './cases-good.ts';
import { ILLICIT_CASES } from './cases-illicit.ts';
import { SANCTION_CASES } from './cases-sanctions.ts';
import { UNKNOWN_CASES } from './cases-unknown.ts';

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
  readonly of: Expectation;
  readonly withLabel: Rating;
  readonly leftOut: Rating;
}

/** Rates every case twice, so that it measures exposure and not the list alone. */
export async function scoreAll<Case extends Expectation>(
  cases: readonly Case[],
  inputOf: (one: Case, leaveOut: boolean) => Promise<AssessmentInput>,
): Promise<readonly ScoredCase[]> {
  const scored: ScoredCase[] = [];
  for (const of of cases) {
    scored.push({
      of,
      withLabel: rate(await inputOf(of, false), of.stars),
      leftOut: rate(await inputOf(of, true), of.leftOut ?? of.stars),
    });
  }
  return scored;
}

export function isRight({ withLabel, leftOut }: ScoredCase): boolean {
  return withLabel.right && leftOut.right;
}

function rate(input: AssessmentInput, range: StarRange): Rating {
  const assessment = assess(input);
  const [fewest, most] = range;
  return { assessment, range, right: assessment.stars >= fewest && assessment.stars <= most };
}

const KINDS: readonly Kind[] = ['good', 'elevated', 'bad', 'unknown'];
const STARS = [5, 4, 3, 2, 1, 0] as const;

/** Confusion table as text: what the cases are, against the stars they got. */
export function drawTable(title: string, scored: readonly ScoredCase[], which: 'withLabel' | 'leftOut'): string {
  const ratings = scored.map((one) => ({ kind: one.of.kind, stars: one[which].assessment.stars }));
  const head = [title, ...STARS.map((stars) => (stars === 0 ? 'N/A' : `${stars}`)), 'cases'];
  const rows = KINDS.map((kind) => {
    const own = ratings.filter((rating) => rating.kind === kind);
    const counts = STARS.map((stars) => own.filter((rating) => rating.stars === stars).length);
    return [kind, ...counts.map((count) => (count === 0 ? '.' : `${count}`)), `${own.length}`];
  });
  return [head, ...rows]
    .map(([name = '', ...cells]) => name.padEnd(34) + cells.map((cell) => cell.padStart(6)).join(''))
    .join('\n');
}

import { CATEGORIES, starsOfTotal } from '@assay/domain';
import { CompensatedSum } from '../../../walk/sum.ts';
import type { MixtureRow } from '../../mixture.ts';
import { roundHalfUp } from '../bounds/bounds.ts';
import { type Usd, usdOfShare } from '../bounds/dollars.ts';
import { type FloorRow, type Floors, floorsOfColumn, largestFloors } from './floors.ts';
import { isBad, isDirect, STRONG_CONFIDENCE } from './risk-row.ts';

export type StarsGiven = ReturnType<typeof starsOfTotal>;

/** A row of a mixture with what it is worth and what it adds (docs/method/3, section 15). */
export interface ScoredRow extends MixtureRow, FloorRow {
  /** What it adds to the linear score, 0 to 100. */
  readonly points: number;
}

/** The total of a mixture and what decided it (section 10). */
export interface Total {
  /** T: the larger of the largest floor and L, 0 to 100, to six decimals. */
  readonly total: number;
  /** L, 0 to 100, not rounded. */
  readonly linear: number;
  readonly floors: Floors<ScoredRow>;
  /** A floor decides where it is L or more. */
  readonly decidedBy: 'floor' | 'linear';
  readonly stars: StarsGiven;
}

/** Total from which a mixture is a warning. */
export const WARNING_TOTAL = 40;

const INDIRECT_FACTOR = 0.6;
const TOTAL_DECIMALS = 6;

/**
 * What a row adds to the linear score: `100 * share * w * h` for labels of confidence 50 or more, those 'before
 * designation' included; tier S counts its whole share, at any number of owners.
 */
export function linearPoints(row: MixtureRow): number {
  if (!isBad(row) || row.confidence < STRONG_CONFIDENCE) return 0;
  const { tier, weight } = CATEGORIES[row.category];
  const factor = tier === 'S' ? 1 : weight * (isDirect(row) ? 1 : INDIRECT_FACTOR);
  return 100 * row.share * factor;
}

/** Rows with their dollars, which are that share of the mixture's, and their points. */
export const scoreRows = (rows: readonly MixtureRow[], usd: Usd): ScoredRow[] =>
  rows.map((row) => ({ ...row, usd: usdOfShare(usd, row.share), points: linearPoints(row) }));

/** Floors, linear score and total of a mixture. */
export function totalOf(rows: readonly ScoredRow[]): Total {
  const bad = rows.filter(isBad);
  const floors = largestFloors(
    floorsOfColumn('direct', bad.filter(isDirect)),
    floorsOfColumn(
      'indirect',
      bad.filter((row) => !isDirect(row)),
    ),
  );
  const sum = new CompensatedSum();
  for (const { points } of bad) sum.add(points);
  const linear = Math.min(100, Math.max(0, sum.value));
  const floor = floors.largest?.floor ?? 0;
  const total = roundHalfUp(Math.max(floor, linear), TOTAL_DECIMALS);
  // By the rounded total, so that a linear score that equals the floor but for the last bits does not take its cause.
  const decidedBy = floor > 0 && total <= floor ? 'floor' : 'linear';
  return { total, linear, floors, decidedBy, stars: starsOfTotal(total) };
}

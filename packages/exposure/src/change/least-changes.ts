import { CATEGORIES, type Category, type Stars } from '@assay/domain';
import { compareText } from '../records/compare-text.ts';
import type { Direction } from '../records/record.ts';
import type { AssessmentInput } from '../score/assessment.ts';
import type { DirectionExposure, EvidencePath, ExposureRow } from '../walk/exposure.ts';
import type { LabelClaim } from '../walk/store.ts';
import {
  type ShareName,
  shareOf,
  UNEXPLAINED,
  type Unexplained,
  unsuspected,
  withExplained,
  withShare,
} from './changed-shares.ts';
import { condensed } from './condensed.ts';

/** Steps by which a share is changed, of one direction. */
export const STEPS = 1_000_000;

/** The share that has to change least, by amount, and to what. */
export interface ShareChange {
  readonly direction: Direction;
  readonly category: Category | Unexplained;
  readonly layer: 'direct' | 'indirect' | null;
  /** What it is, 0..1. */
  readonly share: number;
  /** A whole number of millionths: the nearest at which the stars are others. */
  readonly to: number;
  /** What the result then has. */
  readonly stars: Stars;
}

/** The sample path that carries least, by amount, of those whose explanation is enough. */
export interface PathChange {
  readonly direction: Direction;
  readonly category: Category;
  readonly entity: string;
  /** Of the direction, 0..1. */
  readonly share: number;
  /** The path's transfer of the address itself. */
  readonly transactionId: string;
  readonly stars: Stars;
}

/** The claim that carries least, by amount, of those whose withdrawal is enough. */
export interface ClaimChange extends LabelClaim {
  readonly stars: Stars;
}

/** The smallest change of each kind that moves the stars; null where none of the kind does. */
export interface LeastChanges {
  readonly share: ShareChange | null;
  readonly path: PathChange | null;
  readonly claim: ClaimChange | null;
}

export type StarsOf = (input: AssessmentInput) => Stars;

/**
 * The smallest changes that move a result to more stars, or a result of five stars to fewer (docs/method/2, section
 * 6.10). Each is decided by the rules of the method themselves, so that it is exact; pure and deterministic.
 *
 * @param starsOf the rules of a version of the method
 * @param stars that the rules give for the input as it is
 * @example
 * leastChanges(input, (changed) => assessByMethod2(changed).stars, 2).share;
 * // { category: 'stolen_coins', layer: 'direct', direction: 'bwd', share: 0.042, to: 0.029999, stars: 3 }
 */
export function leastChanges(input: AssessmentInput, starsOf: StarsOf, stars: Stars): LeastChanges {
  const { withdrawals = [], ...rest } = input;
  const bare = condensed(rest);
  if (stars === 5) return { share: leastRise(bare, starsOf), path: null, claim: null };
  const falling = sharesThatMove(bare, starsOf, stars);
  return {
    share: leastFall(bare, starsOf, stars, falling),
    path: leastPath(rest, bare, starsOf, stars, falling),
    claim: leastClaim(input, withdrawals, starsOf, stars),
  };
}

const SIDES = { bwd: 'incoming', fwd: 'outgoing' } as const;
const DIRECTIONS = ['bwd', 'fwd'] as const;

function withSide(input: AssessmentInput, exposure: DirectionExposure): AssessmentInput {
  return { ...input, [SIDES[exposure.direction]]: exposure };
}

/** The candidate that changes the smallest amount; of equal ones the first. */
function smallest<Change>(candidates: readonly { readonly change: Change; readonly amount: number }[]): Change | null {
  let least: (typeof candidates)[number] | null = null;
  for (const candidate of candidates) if (least === null || candidate.amount < least.amount) least = candidate;
  return least?.change ?? null;
}

const LAYERS = ['direct', 'indirect'] as const;

function namesIn(exposure: DirectionExposure, isMeant: (category: Category) => boolean): readonly ShareName[] {
  const categories = [...new Set(exposure.rows.map(({ category }) => category))].filter(isMeant).sort(compareText);
  return LAYERS.flatMap((layer) => categories.map((category) => ({ category, layer })));
}

interface Falling {
  readonly direction: Direction;
  readonly name: ShareName;
}

/** The shares that move the stars where all of them is explained. No part of another does, and no path in it. */
function sharesThatMove(input: AssessmentInput, starsOf: StarsOf, stars: Stars): readonly Falling[] {
  return DIRECTIONS.flatMap((direction) => {
    const exposure = input[SIDES[direction]];
    const names = namesIn(exposure, (category) => CATEGORIES[category].weight > 0);
    const residuals = UNEXPLAINED.map((category): ShareName => ({ category, layer: null }));
    return [...names, ...residuals]
      .filter((name) => shareOf(exposure, name) > 0)
      .filter((name) => isBeyond(starsOf(withSide(input, withShare(exposure, name, 0))), stars))
      .map((name) => ({ direction, name }));
  });
}

function leastFall(
  input: AssessmentInput,
  starsOf: StarsOf,
  stars: Stars,
  falling: readonly Falling[],
): ShareChange | null {
  return smallest(
    falling.flatMap(({ direction, name }) => {
      const exposure = input[SIDES[direction]];
      const share = shareOf(exposure, name);
      const at = (step: number) => starsOf(withSide(input, withShare(exposure, name, step / STEPS)));
      const step = lastBelow(share, (tried) => isBeyond(at(tried), stars));
      const then = at(step);
      // With less of it nothing would hold the rating.
      if (then === 0) return [];
      const change: ShareChange = { direction, ...name, share, to: step / STEPS, stars: then };
      return [{ change, amount: (share - step / STEPS) * Number(exposure.amount) }];
    }),
  );
}

/** More stars, or none in place of some: a share that falls leaves neither again. */
function isBeyond(then: Stars, now: Stars): boolean {
  return then > now || (then === 0 && now > 0);
}

/** The largest whole step below a share at which a condition holds that holds at 0, and at no step above one without. */
function lastBelow(share: number, holds: (step: number) => boolean): number {
  let high = Math.ceil(share * STEPS) - 1;
  let low = 0;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (holds(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}

function leastRise(input: AssessmentInput, starsOf: StarsOf): ShareChange | null {
  return smallest(
    DIRECTIONS.flatMap((direction) => {
      const exposure = input[SIDES[direction]];
      const most = unsuspected(exposure);
      const names = namesIn(exposure, (category) => ['S', 'A', 'B'].includes(CATEGORIES[category].tier));
      return names.flatMap((name) => {
        const share = shareOf(exposure, name);
        if (share <= 0) return [];
        const at = (step: number) => starsOf(withSide(input, withShare(exposure, name, step / STEPS)));
        const step = firstAbove(share, share + most, (tried) => at(tried) < 5);
        if (step === null) return [];
        const change: ShareChange = { direction, ...name, share, to: step / STEPS, stars: at(step) };
        return [{ change, amount: (step / STEPS - share) * Number(exposure.amount) }];
      });
    }),
  );
}

/** The least whole step above a share, and at most another, from which on upwards a condition holds. */
function firstAbove(share: number, most: number, holds: (step: number) => boolean): number | null {
  let low = Math.floor(share * STEPS) + 1;
  let high = Math.floor(most * STEPS);
  if (high < low || !holds(high)) return null;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

function leastPath(
  input: AssessmentInput,
  bare: AssessmentInput,
  starsOf: StarsOf,
  stars: Stars,
  falling: readonly Falling[],
): PathChange | null {
  return smallest(
    falling.flatMap(({ direction, name }) => {
      const exposure = input[SIDES[direction]];
      const short = bare[SIDES[direction]];
      const rows = exposure.rows.filter((row) => row.category === name.category && row.layer === name.layer);
      return rows.flatMap((row) =>
        row.paths.flatMap((path) => {
          const then = starsOf(withSide(bare, withExplained(short, row, path.share)));
          if (then <= stars) return [];
          const change: PathChange = { ...nameOf(direction, row, path), stars: then };
          return [{ change, amount: path.share * Number(exposure.amount) }];
        }),
      );
    }),
  );
}

function nameOf(direction: Direction, row: ExposureRow, path: EvidencePath): Omit<PathChange, 'stars'> {
  const { category, entity } = row;
  const own = direction === 'bwd' ? path.steps.at(-1) : path.steps[0];
  return { direction, category, entity, share: path.share, transactionId: own?.transactionId ?? '' };
}

function leastClaim(
  input: AssessmentInput,
  withdrawals: NonNullable<AssessmentInput['withdrawals']>,
  starsOf: StarsOf,
  stars: Stars,
): ClaimChange | null {
  const { withdrawals: _withdrawn, ...rest } = input;
  return smallest(
    withdrawals.flatMap(({ category, entity, incoming, outgoing }) => {
      const then = starsOf({ ...rest, incoming, outgoing });
      if (then <= stars) return [];
      return [{ change: { category, entity, stars: then }, amount: carriedBy(input, { category, entity }) }];
    }),
  );
}

function carriedBy(input: AssessmentInput, claim: LabelClaim): number {
  const isOf = (row: ExposureRow) => row.category === claim.category && row.entity === claim.entity;
  return DIRECTIONS.reduce((sum, direction) => {
    const { rows, amount } = input[SIDES[direction]];
    return sum + rows.filter(isOf).reduce((all, row) => all + row.share, 0) * Number(amount);
  }, 0);
}

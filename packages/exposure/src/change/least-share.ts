import { CATEGORIES, type Category, type Stars } from '@assay/domain';
import { compareText } from '../records/compare-text.ts';
import type { Direction } from '../records/record.ts';
import type { AssessmentInput } from '../score/assessment.ts';
import type { DirectionExposure } from '../walk/exposure.ts';
import { type ShareName, shareOf, UNEXPLAINED, type Unexplained, unsuspected, withShare } from './changed-shares.ts';
import { DIRECTIONS, SIDES, withSide } from './condensed.ts';
import type { ChangeRules } from './rules.ts';
import {
  type AtStep,
  firstThat,
  firstWithFewer,
  lastThat,
  lastWithMore,
  STEPS,
  type StepRange,
  stepsOf,
} from './steps.ts';

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

export interface NamedShare {
  readonly direction: Direction;
  readonly name: ShareName;
}

/** The shares that move the stars where all of them is explained. No part of another does, and no path in it. */
export function sharesThatMove(input: AssessmentInput, { starsOf }: ChangeRules, now: Stars): readonly NamedShare[] {
  return DIRECTIONS.flatMap((direction) => {
    const exposure = input[SIDES[direction]];
    const names = namesIn(exposure, (category) => CATEGORIES[category].weight > 0);
    const residuals = UNEXPLAINED.map((category): ShareName => ({ category, layer: null }));
    return [...names, ...residuals]
      .filter((name) => shareOf(exposure, name) > 0)
      .filter((name) => {
        const then = starsOf(withSide(input, withShare(exposure, name, 0)));
        // Without all of it nothing may hold the rating, and something with part of it.
        return then > now || (then === 0 && now > 0);
      })
      .map((name) => ({ direction, name }));
  });
}

/**
 * @param input condensed
 * @param falling the shares that move the stars
 */
export function leastFall(
  input: AssessmentInput,
  rules: ChangeRules,
  now: Stars,
  falling: readonly NamedShare[],
): ShareChange | null {
  return leastOf(falling, input, rules, (share) => ({
    range: { low: 0, high: Math.ceil(stepsOf(share)) - 1 },
    find: (range, at) => lastWithMore(range, at, now),
  }));
}

/** @param input condensed, of a result of five stars */
export function leastRise(input: AssessmentInput, rules: ChangeRules): ShareChange | null {
  const rising = DIRECTIONS.flatMap((direction) => {
    const exposure = input[SIDES[direction]];
    return namesIn(exposure, (category) => ['S', 'A', 'B'].includes(CATEGORIES[category].tier))
      .filter((name) => shareOf(exposure, name) > 0)
      .map((name) => ({ direction, name }));
  });
  return leastOf(rising, input, rules, (share, exposure) => ({
    range: { low: Math.floor(stepsOf(share)) + 1, high: Math.floor((share + unsuspected(exposure)) * STEPS) },
    find: firstWithFewer,
  }));
}

const LAYERS = ['direct', 'indirect'] as const;

function namesIn(exposure: DirectionExposure, isMeant: (category: Category) => boolean): readonly ShareName[] {
  const categories = [...new Set(exposure.rows.map(({ category }) => category))].filter(isMeant).sort(compareText);
  return LAYERS.flatMap((layer) => categories.map((category) => ({ category, layer })));
}

interface Search {
  readonly range: StepRange;
  readonly find: (range: StepRange, at: AtStep) => number | null;
}

/** The change of the smallest amount; of equal ones the first. Of each share only smaller ones than found are tried. */
function leastOf(
  shares: readonly NamedShare[],
  input: AssessmentInput,
  rules: ChangeRules,
  searchOf: (share: number, exposure: DirectionExposure) => Search,
): ShareChange | null {
  let least: { readonly change: ShareChange; readonly amount: number } | null = null;
  for (const { direction, name } of shares) {
    const exposure = input[SIDES[direction]];
    const share = shareOf(exposure, name);
    const { range, find } = searchOf(share, exposure);
    const changed = (step: number) => withSide(input, withShare(exposure, name, step / STEPS));
    const at: AtStep = {
      stars: (step) => rules.starsOf(changed(step)),
      setsAside: (step) => rules.setsAside(changed(step)),
    };
    const amountAt = (step: number) => Math.abs(share - step / STEPS) * Number(exposure.amount);
    const step = find(least === null ? range : nearer(range, share, amountAt, least.amount), at);
    if (step === null) continue;
    const change: ShareChange = { direction, ...name, share, to: step / STEPS, stars: at.stars(step) };
    least = { change, amount: amountAt(step) };
  }
  return least?.change ?? null;
}

/** The part of a range, all of it under a share or all of it over it, in which a change is of less than an amount. */
function nearer(range: StepRange, share: number, amountAt: (step: number) => number, amount: number): StepRange {
  if (range.low > range.high) return range;
  const isLess = (step: number) => amountAt(step) < amount;
  const isUnder = range.high < stepsOf(share);
  if (!isLess(isUnder ? range.high : range.low)) return { low: range.low, high: range.low - 1 };
  return isUnder
    ? { low: firstThat(range, isLess), high: range.high }
    : { low: range.low, high: lastThat(range, isLess) };
}

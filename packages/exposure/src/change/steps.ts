import type { Stars } from '@assay/domain';

/** Steps by which a share is changed, of one direction. */
export const STEPS = 1_000_000;

/** Of a step: what is nearer to a whole one is off by the rounding of binary fractions alone. */
const ROUNDING = 1e-6;

/** A share in steps, whole ones exactly: 0.042 is 42,000 of them, and not a little more. */
export function stepsOf(share: number): number {
  const steps = share * STEPS;
  const whole = Math.round(steps);
  return Math.abs(steps - whole) < ROUNDING ? whole : steps;
}

/** Whole steps, both ends included. */
export interface StepRange {
  readonly low: number;
  readonly high: number;
}

/** What the rules say of a share at a whole step. */
export interface AtStep {
  readonly stars: (step: number) => Stars;
  readonly setsAside: (step: number) => boolean;
}

/** The largest step with more stars than now; null where none of the range has. */
export function lastWithMore(range: StepRange, at: AtStep, now: Stars): number | null {
  for (const { low, high } of rangesOf(range, at).reverse()) {
    const end = at.stars(low);
    // Further down the last floor may no longer hold, so that nothing holds the rating.
    const isLost = end === 0 && now > 0;
    if (end <= now && !isLost) continue;
    const isBeyond = (step: number) => at.stars(step) > now || (isLost && at.stars(step) === 0);
    const step = lastThat({ low, high }, isBeyond);
    if (at.stars(step) > now) return step;
  }
  return null;
}

/** The least step with fewer stars than five; null where none of the range has. */
export function firstWithFewer(range: StepRange, at: AtStep): number | null {
  for (const part of rangesOf(range, at)) {
    if (at.stars(part.high) < 5) return firstThat(part, (step) => at.stars(step) < 5);
  }
  return null;
}

/** The range in parts, the lowest first: in one of them the rules set a part of the transfers aside, in the other none. */
function rangesOf({ low, high }: StepRange, { setsAside }: AtStep): StepRange[] {
  if (low > high) return [];
  // Of a share of nothing, nothing is set aside.
  const least = Math.max(low, 1);
  if (least >= high || setsAside(least) === setsAside(high)) return [{ low, high }];
  const last = lastThat({ low: least, high }, (step) => setsAside(step) === setsAside(least));
  return [
    { low, high: last },
    { low: last + 1, high },
  ];
}

/** The largest step of a range at which a condition holds that holds at its low end, and nowhere after it does not. */
export function lastThat({ low, high }: StepRange, holds: (step: number) => boolean): number {
  let [last, most] = [low, high];
  while (last < most) {
    const middle = Math.ceil((last + most) / 2);
    if (holds(middle)) last = middle;
    else most = middle - 1;
  }
  return last;
}

/** The least step of a range at which a condition holds that holds at its high end, and nowhere before it does not. */
export function firstThat({ low, high }: StepRange, holds: (step: number) => boolean): number {
  let [least, first] = [low, high];
  while (least < first) {
    const middle = Math.floor((least + first) / 2);
    if (holds(middle)) first = middle;
    else least = middle + 1;
  }
  return first;
}

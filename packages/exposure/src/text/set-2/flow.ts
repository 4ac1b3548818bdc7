import type { Category } from '@assay/domain';
import type { Direction } from '../../records/record.ts';
import type { ScoreFacts } from '../../score/score-facts.ts';
import { isRisky } from '../../score/score-sums.ts';
import type { Sentence } from '../../score/sentence.ts';
import type { DirectionExposure } from '../../walk/exposure.ts';
import { say } from './say.ts';

/** Risks that are named one by one. */
const MOST_NAMED = 3;

export interface CategoryShare {
  readonly category: Category;
  readonly share: number;
}

/** Categories of a direction with their shares, both layers, largest first. */
export function shareByCategory(exposure: DirectionExposure): readonly CategoryShare[] {
  const shares = new Map<Category, number>();
  for (const row of exposure.rows) shares.set(row.category, (shares.get(row.category) ?? 0) + row.share);
  return [...shares]
    .map(([category, share]) => ({ category, share }))
    .filter(({ share }) => share > 0)
    .sort((left, right) => right.share - left.share || (left.category < right.category ? -1 : 1));
}

/** The exposure of a direction. */
export function exposureOf({ input }: Pick<ScoreFacts, 'input'>, direction: Direction): DirectionExposure {
  return direction === 'bwd' ? input.incoming : input.outgoing;
}

/** One or two sentences about where one direction's value comes from or goes to, risk last. */
export function describeFlow(exposure: DirectionExposure): readonly Sentence[] {
  const { direction } = exposure;
  const shares = shareByCategory(exposure);
  const risky = shares.filter(({ category }) => isRisky(category));
  const share = risky.reduce((sum, one) => sum + one.share, 0);
  const categories = risky.slice(0, MOST_NAMED).map(({ category }) => category);
  return [
    ...describeMain(exposure, shares),
    ...(share > 0 ? [say('flow_risk', { direction, share, categories, more: risky.length > MOST_NAMED })] : []),
  ];
}

/** What the larger part of a direction is, unless that part is the risk the next sentence speaks of. */
function describeMain(
  { direction, residuals }: DirectionExposure,
  shares: readonly CategoryShare[],
): readonly Sentence[] {
  const unknown = residuals.unknown_origin + residuals.not_followed;
  const held = residuals.still_held;
  const [first] = shares;
  if (unknown >= 0.5) return [say('flow_unknown', { direction, share: unknown })];
  if (held >= 0.5) return [say('flow_held', { direction, share: held })];
  if (first === undefined || isRisky(first.category)) return [];
  const part = { direction, ...first };
  if (first.share >= 0.5) return [say('flow_main', part)];
  const isLargest = first.share >= Math.max(unknown, held, residuals.fee);
  return [say(isLargest ? 'flow_largest' : 'flow_largest_known', part)];
}

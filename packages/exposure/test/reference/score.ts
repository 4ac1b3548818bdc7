import { CATEGORIES, type Category, type RiskTier } from '@assay/domain';
import type { AssessmentInput } from '../../src/score/assessment.ts';
import type { DirectionExposure, ExposureRow } from '../../src/walk/exposure.ts';
import { countingLabel } from './labels.ts';

/** What section 6 says of an address, in the order of its clauses. */
export interface ReferenceScore {
  readonly total: number | null;
  readonly stars: number;
  readonly linear: { readonly incoming: number; readonly outgoing: number };
  readonly attributed: number;
  readonly clean: number;
  readonly notFollowed: number;
  readonly confidence: 'high' | 'medium' | 'low';
  /** Categories too small to count, as `direction category`. */
  readonly tooSmall: readonly string[];
}

interface Side {
  readonly exposure: DirectionExposure;
  readonly usd: number | null;
}

/** Bounds with their floors, highest first. A bound in dollars is given beside the first. */
const FLOORS: Readonly<Record<'S' | 'A' | 'B', Readonly<Record<Layer, readonly (readonly [number, number])[]>>>> = {
  S: {
    direct: [
      [0.01, 90],
      [0, 70],
    ],
    indirect: [
      [0.05, 75],
      [0.01, 50],
      [0.001, 30],
    ],
  },
  A: {
    direct: [
      [0.1, 80],
      [0.03, 65],
      [0.005, 45],
    ],
    indirect: [
      [0.25, 65],
      [0.1, 50],
      [0.03, 35],
    ],
  },
  B: {
    direct: [
      [0.5, 50],
      [0.2, 35],
    ],
    indirect: [],
  },
};

type Layer = ExposureRow['layer'];
type ShareOf = (row: ExposureRow) => number;

const LAYERS: readonly Layer[] = ['direct', 'indirect'];

export function scoreOf(input: AssessmentInput): ReferenceScore {
  const sides = { incoming: sideOf(input, 'incoming'), outgoing: sideOf(input, 'outgoing') };
  const linear = { incoming: linearOf(sides.incoming), outgoing: 0.8 * linearOf(sides.outgoing) };
  const coverage = coverageOf([sides.incoming, sides.outgoing]);
  // Kept to six decimals, as published.
  const most = Math.max(linear.incoming, linear.outgoing, floorOf(sides.incoming), floorOf(sides.outgoing));
  const exposed = Math.round(most * 1e6) / 1e6;
  const tooSmall = Object.entries(sides).flatMap(([name, side]) =>
    categoriesOf(side)
      .filter((category) => isTooSmall(side, category))
      .map((category) => `${name} ${category}`),
  );
  const identity = identityOf(input);
  const rest = { linear, ...coverage, confidence: confidenceOf(input, coverage), tooSmall };
  if (identity !== null) {
    const total = identity.alone ? identity.total : Math.max(identity.total, exposed);
    return { total, stars: starsOf(total), ...rest };
  }
  const isEmpty = input.subject.node === null || input.subject.inflows + input.subject.outflows === 0;
  if (isEmpty || input.sources !== 'ok' || (!isAtLeast(coverage.attributed, 0.1) && exposed < 20)) {
    return { total: null, stars: 0, ...rest };
  }
  const stars = starsOf(exposed);
  return { total: exposed, stars: stars === 5 && !isAtLeast(coverage.clean, 0.4) ? 4 : stars, ...rest };
}

/** 6.1. `alone`: exposure is shown but not scored. */
function identityOf({ subject, now }: AssessmentInput): { total: number; alone: boolean } | null {
  const label = countingLabel(
    subject.labels.filter(({ origin }) => origin === 'given'),
    now,
  );
  if (label === undefined || label.category === 'other_entities') return null;
  const { tier, weight } = CATEGORIES[label.category];
  const strong = label.confidence >= 50;
  if (tier === 'S') return { total: strong ? 100 : 80, alone: false };
  if (tier === 'A') return { total: strong ? 95 : 75, alone: false };
  if (tier === 'B') return { total: strong ? 60 : 40, alone: false };
  return strong ? { total: 100 * weight, alone: true } : null;
}

/** 6.2, without the factor of the outgoing side. */
function linearOf(side: Side): number {
  const { rows, residuals } = side.exposure;
  const points = rows.map(({ category, layer, share }) => {
    const { tier, weight } = CATEGORIES[category];
    const full = weight * (layer === 'direct' || tier === 'S' ? 1 : 0.6);
    return share * (isTooSmall(side, category) ? Math.min(full, 0.25) : full);
  });
  const rest = (residuals.unknown_origin + residuals.not_followed) * 0.15 * 0.6;
  return 100 * points.reduce((a, b) => a + b, rest);
}

function isTooSmall(side: Side, category: Category): boolean {
  return ['S', 'A'].includes(CATEGORIES[category].tier) && !reachesTenDollars(side, category, (row) => row.share);
}

function reachesTenDollars({ exposure, usd }: Side, category: Category, shareOf: ShareOf): boolean {
  const share = sum(exposure.rows.filter((row) => row.category === category).map(shareOf));
  return usd === null ? isAtLeast(share, 0.001) : isAtLeast(share * usd, 10);
}

/** 6.3. */
function floorOf(side: Side): number {
  const floors = categoriesOf(side).flatMap((category) => {
    const { tier } = CATEGORIES[category];
    if (!isFloored(tier)) return [];
    return LAYERS.flatMap((layer) => [
      stepOf(side, category, layer, FLOORS[tier][layer], (row) => row.strongShare, 0),
      stepOf(side, category, layer, FLOORS[tier][layer], (row) => row.share, 1),
    ]);
  });
  return Math.max(0, ...floors);
}

function stepOf(
  side: Side,
  category: Category,
  layer: Layer,
  column: readonly (readonly [number, number])[],
  shareOf: ShareOf,
  lowered: number,
): number {
  const { tier } = CATEGORIES[category];
  const rows = side.exposure.rows.filter((row) => row.category === category);
  const share = sum(rows.filter((row) => row.layer === layer).map(shareOf));
  if (share <= 0 || (tier !== 'B' && !reachesTenDollars(side, category, shareOf))) return 0;
  const dollars = (side.usd ?? 0) * sum(rows.map(shareOf));
  const isLarge = tier === 'S' && layer === 'direct' && isAtLeast(dollars, 1000);
  const step = isLarge ? 0 : column.findIndex(([bound]) => isAtLeast(share, bound));
  return step < 0 ? 0 : (column[step + lowered]?.[1] ?? 0);
}

/** 6.5. */
function coverageOf(sides: readonly Side[]): { attributed: number; clean: number; notFollowed: number } {
  let [all, attributed, clean, notFollowed] = [0, 0, 0, 0];
  for (const { exposure } of sides) {
    if (exposure.records === 0) continue;
    const amount = Number(exposure.amount);
    const { unknown_origin, not_followed } = exposure.residuals;
    all += amount * (unknown_origin + not_followed + sum(exposure.rows.map(({ share }) => share)));
    notFollowed += amount * not_followed;
    for (const { category, share } of exposure.rows) {
      attributed += amount * share;
      if (isClean(category)) clean += amount * share;
    }
  }
  if (all <= 0) return { attributed: 0, clean: 0, notFollowed: 0 };
  return { attributed: attributed / all, clean: clean / all, notFollowed: notFollowed / all };
}

/** 6.6. */
function confidenceOf(
  { subject }: AssessmentInput,
  { attributed, notFollowed }: { attributed: number; notFollowed: number },
): ReferenceScore['confidence'] {
  if (subject.complete && isAtLeast(attributed, 0.6) && isAtLeast(0.02, notFollowed)) return 'high';
  if (subject.complete && isAtLeast(attributed, 0.25) && isAtLeast(0.1, notFollowed)) return 'medium';
  return 'low';
}

function sideOf(input: AssessmentInput, name: 'incoming' | 'outgoing'): Side {
  return { exposure: input[name], usd: name === 'incoming' ? input.incomingUsd : input.outgoingUsd };
}

function categoriesOf({ exposure }: Side): readonly Category[] {
  return [...new Set(exposure.rows.map(({ category }) => category))];
}

function isClean(category: Category): boolean {
  const { tier } = CATEGORIES[category];
  return (tier === 'C' || tier === 'D') && category !== 'unlabelled_service' && category !== 'other_entities';
}

function isFloored(tier: RiskTier): tier is 'S' | 'A' | 'B' {
  return tier === 'S' || tier === 'A' || tier === 'B';
}

function starsOf(total: number): number {
  if (total < 20) return 5;
  if (total < 40) return 4;
  if (total < 60) return 3;
  return total < 80 ? 2 : 1;
}

/** The published tolerance: a bound is met from one billionth below it. */
function isAtLeast(value: number, bound: number): boolean {
  return value >= bound * (1 - 1e-9);
}

function sum(values: readonly number[]): number {
  return values.reduce((a, b) => a + b, 0);
}

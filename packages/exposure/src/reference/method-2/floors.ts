import { dollarsMeet, shareMeets } from './dollars.ts';
import { type Fraction, plus, sum, ZERO } from './fraction.ts';
import type { DirectionExposure, ExposureRow } from './input.ts';
import { tierOf } from './labels.ts';

/** Floors by section 3 of method version 2, which is in preparation. */
export interface Floor {
  readonly direction: DirectionExposure['direction'];
  readonly layer: ExposureRow['layer'];
  readonly tier: 'S' | 'A' | 'B';
  readonly value: number;
}

const COUNTED = { S: ['S'], A: ['S', 'A'], B: ['S', 'A', 'B'] } as const;

/** Steps of a column, highest first; the step after the last is none. */
const STEPS = {
  S: { direct: [90, 70], indirect: [75, 50, 30] },
  A: { direct: [80, 65, 45], indirect: [65, 50, 35] },
  B: { direct: [55, 42, 22], indirect: [] },
} as const;
const DOLLAR_STEPS = { direct: [70, 60], indirect: [60, 50] } as const;

interface Column {
  readonly exposure: DirectionExposure;
  readonly layer: ExposureRow['layer'];
  readonly tier: Floor['tier'];
  /** Sum of the column. */
  readonly share: Fraction;
  /** What the $10 condition looks at: both layers. */
  readonly ten: boolean;
  /** The subject is a service: an outgoing dollar condition needs 0.1% beside it. */
  readonly service: boolean;
}

/** Step of the column that holds, counted from the highest; -1 where none does. */
function shareStep({ exposure, layer, tier, share, ten, service }: Column): number {
  const first = (bounds: readonly string[]): number => bounds.findIndex((percent) => shareMeets(share, percent));
  if (layer === 'indirect') {
    if (tier === 'S') return first(['5', '1', '0.1']);
    return tier === 'A' ? first(['25', '10', '3']) : -1;
  }
  if (tier === 'A') return first(['10', '3', '0.5']);
  if (tier === 'B') return first(['50', '20', '5']);
  const dollars = (usd: number): boolean => dollarsMeet(exposure, share, usd);
  if (exposure.direction === 'incoming') {
    if (shareMeets(share, '1')) return 0;
    return shareMeets(share, '0.1') || dollars(1000) ? 1 : -1;
  }
  const beside = !service || shareMeets(share, '0.1');
  if (shareMeets(share, '1') || (dollars(1000) && beside)) return 0;
  return ten && beside ? 1 : -1;
}

function dollarStep({ exposure, layer, tier, share }: Column): number {
  if (tier !== 'A' || !shareMeets(share, layer === 'direct' ? '0.1' : '1')) return -1;
  const bounds = layer === 'direct' ? [100_000, 10_000] : [1_000_000, 100_000];
  return bounds.findIndex((usd) => dollarsMeet(exposure, share, usd));
}

function columnFloor(column: Column, lowered: number): number {
  if (column.share.n === 0n || !column.ten) return 0;
  const at = (steps: readonly number[], step: number): number => (step < 0 ? 0 : (steps[step + lowered] ?? 0));
  return Math.max(
    at(STEPS[column.tier][column.layer], shareStep(column)),
    at(DOLLAR_STEPS[column.layer], dollarStep(column)),
  );
}

const shareOf = (rows: readonly ExposureRow[], tiers: readonly string[]): Fraction =>
  sum(rows.filter((row) => tiers.includes(tierOf(row.category))).map((row) => row.share));

/** S and A together, both layers, are worth $10: below it they are too small to count. */
export function illicitCounts(exposure: DirectionExposure, rows: readonly ExposureRow[]): boolean {
  return dollarsMeet(exposure, shareOf(rows, ['S', 'A']), 10);
}

function reading(
  exposure: DirectionExposure,
  rows: readonly ExposureRow[],
  lowered: number,
  service: boolean,
): Floor[] {
  const floors: Floor[] = [];
  for (const tier of ['S', 'A', 'B'] as const)
    for (const layer of ['direct', 'indirect'] as const) {
      const share = shareOf(
        rows.filter((row) => row.layer === layer),
        COUNTED[tier],
      );
      const ten = dollarsMeet(exposure, shareOf(rows, COUNTED[tier]), 10);
      const value = columnFloor({ exposure, layer, tier, share, ten, service }, lowered);
      if (value > 0) floors.push({ direction: exposure.direction, layer, tier, value });
    }
  return floors;
}

const isSure = (row: ExposureRow): boolean => row.confidence >= 50 && !row.beforeDesignation;

/** Both readings of a direction: sure shares as they are, and all shares a step lower. */
export function floorsOf(exposure: DirectionExposure, service: boolean): Floor[] {
  return [
    ...reading(exposure, exposure.rows.filter(isSure), 0, service),
    ...reading(exposure, exposure.rows, 1, service),
  ];
}

/** Section 6.1: what a service's own label no longer hides; from a part of its history, less. */
export function serviceFloor(incoming: DirectionExposure, complete: boolean): number {
  const share = incoming.rows
    .filter((row) => row.layer === 'direct' && isSure(row) && ['S', 'A'].includes(tierOf(row.category)))
    .filter((row) => row.category !== 'seized_assets' && row.category !== 'enforcement_action')
    .reduce((total, row) => plus(total, row.share), ZERO);
  if (!dollarsMeet(incoming, share, 1000)) return 0;
  if (!shareMeets(share, '10')) return 0;
  if (!complete) return 20;
  if (shareMeets(share, '50')) return 80;
  return shareMeets(share, '25') ? 65 : 50;
}

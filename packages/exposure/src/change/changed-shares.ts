import { CATEGORIES, type Category } from '@assay/domain';
import type { DirectionExposure, ExposureRow } from '../walk/exposure.ts';
import { bare } from './condensed.ts';

/** Shares that may fall besides those of categories: what nobody knows the other end of. */
export const UNEXPLAINED = ['unknown_origin', 'not_followed'] as const;
export type Unexplained = (typeof UNEXPLAINED)[number];

/** A share of a direction: a category in one layer, over all its entities; or a residual, which has none. */
export type ShareName =
  | { readonly category: Category; readonly layer: ExposureRow['layer'] }
  | { readonly category: Unexplained; readonly layer: null };

/** What a share is now, 0..1. */
export function shareOf({ rows, residuals }: DirectionExposure, name: ShareName): number {
  if (name.layer === null) return residuals[name.category];
  return rows.reduce((sum, row) => (isOf(row, name) ? sum + row.share : sum), 0);
}

/**
 * The direction with one share at another value, by section 6.10 of docs/method/2. What a share falls by is explained;
 * what it rises by is taken from tiers C and D and from what nobody knows, in proportion.
 *
 * @param share 0..1; at most what the share can rise to
 */
export function withShare(exposure: DirectionExposure, name: ShareName, share: number): DirectionExposure {
  const now = shareOf(exposure, name);
  const changed = scaled(exposure, name, now === 0 ? 0 : share / now);
  return share <= now ? explained(changed, now - share) : lessUnsuspected(changed, share - now);
}

/**
 * The direction, condensed, with part of one of its rows explained, such as one of its paths. Of the row, the strong
 * part falls with the rest.
 */
export function withExplained(exposure: DirectionExposure, row: ExposureRow, share: number): DirectionExposure {
  const part = Math.min(share, row.share);
  const factor = part / row.share;
  const less = (sum: number, taken: number) => Math.max(0, sum - taken * factor);
  const rows = exposure.rows.map((one) => {
    if (!isOf(one, row)) return one;
    const { share: all, strongShare, beforeDesignation } = one;
    return {
      ...one,
      share: less(all, row.share),
      strongShare: less(strongShare, row.strongShare),
      beforeDesignation: less(beforeDesignation, row.beforeDesignation),
    };
  });
  return explained({ ...exposure, rows }, part);
}

/** What can be turned into a share that rises, 0..1. */
export function unsuspected({ rows, residuals }: DirectionExposure): number {
  return (
    rows.reduce((sum, row) => (isUnsuspected(row) ? sum + row.share : sum), 0) +
    UNEXPLAINED.reduce((sum, residual) => sum + residuals[residual], 0)
  );
}

function isOf(row: ExposureRow, { category, layer }: ShareName | ExposureRow): boolean {
  return row.category === category && row.layer === layer;
}

function isUnsuspected({ category }: ExposureRow): boolean {
  const { tier } = CATEGORIES[category];
  return tier === 'C' || tier === 'D';
}

function times(row: ExposureRow, factor: number): ExposureRow {
  const { share, strongShare, beforeDesignation } = row;
  return {
    ...row,
    share: share * factor,
    strongShare: strongShare * factor,
    beforeDesignation: beforeDesignation * factor,
  };
}

function scaled(exposure: DirectionExposure, name: ShareName, factor: number): DirectionExposure {
  if (name.layer === null) {
    const residuals = { ...exposure.residuals, [name.category]: exposure.residuals[name.category] * factor };
    return { ...exposure, residuals };
  }
  return { ...exposure, rows: exposure.rows.map((row) => (isOf(row, name) ? times(row, factor) : row)) };
}

/** Adds value whose other end is known and ordinary: named, clean and without weight. */
function explained(exposure: DirectionExposure, share: number): DirectionExposure {
  if (share <= 0) return exposure;
  const shares = { share, strongShare: share, beforeDesignation: 0 };
  return { ...exposure, rows: [...exposure.rows, bare('exchange_licensed', 'indirect', shares)] };
}

function lessUnsuspected(exposure: DirectionExposure, share: number): DirectionExposure {
  const factor = 1 - share / unsuspected(exposure);
  const { unknown_origin, not_followed } = exposure.residuals;
  return {
    ...exposure,
    rows: exposure.rows.map((row) => (isUnsuspected(row) ? times(row, factor) : row)),
    residuals: {
      ...exposure.residuals,
      unknown_origin: unknown_origin * factor,
      not_followed: not_followed * factor,
    },
  };
}

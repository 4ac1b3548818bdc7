import type { Category, Residual } from '@assay/domain';
import { ALL, type Fraction, larger, NONE, plus, times } from './fraction.ts';

/** Where a unit of money ends: with an entity, absorbed at one record, or in a residual. */
export interface End {
  readonly kind: Category | Residual;
  readonly entity: string;
  /** What absorbed it: id of a transfer, or of a transaction with the coin. Empty for residuals. */
  readonly record: string;
  readonly beforeDesignation: boolean;
  readonly strong: boolean;
}

export interface Portion extends End {
  readonly share: Fraction;
  /** Least changes of owner on any path that carries something. */
  readonly hops: number;
  /** Share of the one path that carries most. */
  readonly best: Fraction;
}

/** What a unit of money consists of, or where it goes: portions that sum to one. */
export type Spread = readonly Portion[];

export function residual(kind: Residual): Spread {
  return [{ kind, entity: '', record: '', beforeDesignation: false, strong: false, share: ALL, hops: 0, best: ALL }];
}

export function absorbed(end: End): Spread {
  return [{ ...end, share: ALL, hops: 0, best: ALL }];
}

/** Sum of weight times spread; the hops of every part grow by its step. */
export function mix(...parts: readonly { weight: Fraction; spread: Spread; step?: number }[]): Spread {
  const sums = new Map<string, Portion>();
  for (const { weight, spread, step = 0 } of parts) {
    if (weight.top === 0n) continue;
    for (const portion of spread) {
      const key = [portion.kind, portion.entity, portion.record, portion.beforeDesignation, portion.strong].join('|');
      const known = sums.get(key);
      sums.set(key, {
        ...portion,
        share: plus(known?.share ?? NONE, times(weight, portion.share)),
        hops: Math.min(known?.hops ?? Infinity, portion.hops + step),
        best: larger(known?.best ?? NONE, times(weight, portion.best)),
      });
    }
  }
  return [...sums.values()];
}

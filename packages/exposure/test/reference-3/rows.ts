/** Shares as rows, and what is set aside of them (section 6.2). */
import type { Category, Residual } from '@assay/domain';
import { type Bounds, isWorth } from './dollars.ts';
import { decimal, type Fraction, fraction, meets, minus, ONE, over, plus, sum, times, ZERO } from './fraction.ts';
import { tierOf } from './label-choice.ts';
import type { Direction } from './mix.ts';

export type Layer = 'direct' | 'indirect';

export interface Row {
  readonly layer: Layer;
  readonly category: Category;
  readonly entity: string;
  /** Of a label of confidence 50 or more that was in force when the money moved. */
  readonly strong: boolean;
  readonly share: Fraction;
}

export interface Scored {
  readonly way: 'incoming' | 'outgoing';
  /** Base units; no whole number after rows are set aside. */
  readonly amount: Fraction;
  readonly dollars: Bounds | undefined;
  readonly rows: readonly Row[];
  readonly residuals: ReadonlyMap<Residual, Fraction>;
  readonly setAside: readonly Row[];
}

export function scoredOf(way: Scored['way'], direction: Direction, dollars: Bounds | undefined): Scored {
  const rows = new Map<string, Row>();
  const residuals = new Map<Residual, Fraction>();
  for (const layer of ['direct', 'indirect'] as const) {
    for (const { landing, part } of direction[layer].values()) {
      if ('residual' in landing) {
        residuals.set(landing.residual, plus(residuals.get(landing.residual) ?? ZERO, part));
        continue;
      }
      const { category, entity } = landing;
      const strong = landing.confidence >= 50 && !landing.beforeDesignation;
      const key = JSON.stringify([layer, category, entity, strong]);
      rows.set(key, { layer, category, entity, strong, share: plus(rows.get(key)?.share ?? ZERO, part) });
    }
  }
  return { way, amount: fraction(direction.amount), dollars, rows: [...rows.values()], residuals, setAside: [] };
}

/** Incoming direct rows of tier S below 0.1% and $1,000 count as never received. */
export function withoutSetAside(scored: Scored): Scored {
  const isAside = (row: Row) => row.layer === 'direct' && tierOf(row.category) === 'S';
  const aside = scored.rows.filter(isAside);
  const x = sum(aside.map((row) => row.share));
  const small = x.num > 0n && !meets(x, decimal(0.001)) && !isWorth(scored.dollars, x, 1000);
  if (scored.way === 'outgoing' || !small) return scored;
  const rest = minus(ONE, x);
  return {
    ...scored,
    amount: times(scored.amount, rest),
    dollars:
      scored.dollars === undefined
        ? undefined
        : { low: times(scored.dollars.low, rest), high: times(scored.dollars.high, rest) },
    rows: scored.rows.filter((row) => !isAside(row)).map((row) => ({ ...row, share: over(row.share, rest) })),
    residuals: new Map([...scored.residuals].map(([residual, share]) => [residual, over(share, rest)])),
    setAside: aside,
  };
}

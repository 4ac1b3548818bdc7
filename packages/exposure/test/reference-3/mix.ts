/** What a unit of money is made of, or where it lands. */
import type { Category, Residual } from '@assay/domain';
import { type Fraction, fraction, ONE, plus, times, ZERO } from './fraction.ts';

export type Landing =
  | { readonly residual: Residual }
  | {
      readonly category: Category;
      readonly entity: string;
      readonly confidence: number;
      readonly beforeDesignation: boolean;
    };

/** Parts by landing; the key of the map is the landing as text. */
export type Mix = ReadonlyMap<string, { readonly landing: Landing; readonly part: Fraction }>;

export const EMPTY: Mix = new Map();

export function pure(landing: Landing): Mix {
  return new Map([[JSON.stringify(landing), { landing, part: ONE }]]);
}

/** The sum of mixes, each times its weight. */
export function mixed(parts: readonly (readonly [Fraction, Mix])[]): Mix {
  const whole = new Map<string, { landing: Landing; part: Fraction }>();
  for (const [weight, mix] of parts) {
    if (weight.num === 0n) continue;
    for (const [key, { landing, part }] of mix) {
      const more = times(weight, part);
      whole.set(key, { landing, part: plus(whole.get(key)?.part ?? ZERO, more) });
    }
  }
  return whole;
}

/** One direction of the address asked for: shares by layer, and what it moved. */
export interface Direction {
  /** Base units. 0 where the direction has no records; then there are no shares. */
  readonly amount: bigint;
  readonly direct: Mix;
  readonly indirect: Mix;
  /** The address's own records in this direction with the amount that counts. */
  readonly records: readonly { readonly time: number; readonly amount: bigint }[];
}

/** What one record of the address asked for carries, in both layers; parts sum to 1. */
export interface Carried {
  readonly time: number;
  readonly amount: bigint;
  readonly direct: Mix;
  readonly indirect: Mix;
}

/** The average over records, weighed by amount. */
export function averaged(records: readonly Carried[]): Direction {
  const amount = records.reduce((total, record) => total + record.amount, 0n);
  const layer = (name: 'direct' | 'indirect') =>
    amount === 0n ? EMPTY : mixed(records.map((record) => [fraction(record.amount, amount), record[name]]));
  return {
    amount,
    direct: layer('direct'),
    indirect: layer('indirect'),
    records: records.map((record) => ({ time: record.time, amount: record.amount })),
  };
}

export const UNKNOWN: Landing = { residual: 'unknown_origin' };
export const NOT_FOLLOWED: Landing = { residual: 'not_followed' };
export const STILL_HELD: Landing = { residual: 'still_held' };

import type { Category } from '@assay/domain';

/** What a person who knows the case would say of it. */
export type Kind = 'good' | 'elevated' | 'bad' | 'unknown';

/** Fewest and most stars that are right; 0 is N/A. */
export type StarRange = readonly [fewest: number, most: number];

/** A label in short; a confidence of 100 and no validity by default. */
export interface LabelSketch {
  readonly category: Category;
  readonly entity?: string;
  readonly confidence?: number;
  /** Days of validity, counted as the moves are. */
  readonly fromDay?: number;
  readonly toDay?: number;
}

/** Sender, receiver, dollars. Move n happens on day n, so the order of a list is the order of time. */
export type Move = readonly [from: string, to: string, usd: number];

/** A transaction of a UTXO network, on the day of its place in the list. */
export interface CoinMove {
  readonly id: string;
  /** Outputs it spends, `id:index`; none for a coinbase. */
  readonly spends: readonly string[];
  readonly pays: readonly (readonly [to: string, usd: number])[];
}

/**
 * One address whose rating is known beforehand. `expected` and the ranges are written down before the outcome is
 * looked at; a range changes only with the words.
 */
export interface Expectation {
  readonly name: string;
  readonly kind: Kind;
  readonly expected: string;
  readonly stars: StarRange;
  /** With the address's own labels left out; the same range where it has none. */
  readonly leftOut?: StarRange;
}

/** A small scene around one address. */
export interface ScoreCase extends Expectation {
  readonly subject: string;
  readonly own?: LabelSketch;
  /** Labels of others beyond the cast; an address may have several. */
  readonly labels?: Readonly<Record<string, readonly LabelSketch[]>>;
  readonly moves?: readonly Move[];
  readonly coins?: readonly CoinMove[];
  readonly contracts?: readonly string[];
  /** Without a price the dollar rules fall back on shares. */
  readonly unpriced?: boolean;
}

import { EXPLAINING, isBad, tierOf } from './categories.ts';
import { add, divide, type Fraction, isZero, multiply, ONE, subtract, sum, ZERO } from './fraction.ts';
import type { Label, OnReviewedList } from './labels.ts';

/** Where a share came from: a label, or one of two things that carry none. */
export interface Source {
  /** Of its label; UNKNOWN or NOT_FOLLOWED where there is none. */
  readonly category: string;
  readonly entity: string;
  readonly confidence: number;
  readonly beforeDesignation: boolean;
  readonly explained: boolean;
  /** Six means six or more. */
  readonly owners: number;
}

/** What no source could know: unknown origin. */
export const UNKNOWN = 'unknown origin';
/** R: what exists and was not read, or was not followed. */
export const NOT_FOLLOWED = 'not followed';

export interface Row {
  readonly source: Source;
  readonly size: Fraction;
}

/** Rows by the key of their source; sizes are shares (they sum to 1) or amounts. */
export type Composition = ReadonlyMap<string, Row>;

export const NOTHING: Composition = new Map();

const keyOf = (source: Source): string => JSON.stringify(Object.values(source));

/** Rows as a composition: those of one source are summed, those of size 0 are left out. */
export function compose(rows: Iterable<Row>): Composition {
  const result = new Map<string, Row>();
  for (const { source, size } of rows) {
    if (isZero(size)) continue;
    const key = keyOf(source);
    result.set(key, { source, size: add(result.get(key)?.size ?? ZERO, size) });
  }
  return result;
}

/** Everything of one source, by share. */
export const allOf = (source: Source): Composition => compose([{ source, size: ONE }]);

/** Every row times a factor. */
export const scale = (composition: Composition, factor: Fraction): Composition =>
  change(composition, ({ source, size }) => [{ source, size: multiply(size, factor) }]);

/** Several compositions, row by row in sum. */
export const merge = (...all: readonly Composition[]): Composition =>
  compose(all.flatMap((composition) => [...composition.values()]));

/** Each row replaced by others. */
export const change = (composition: Composition, by: (row: Row) => readonly Row[]): Composition =>
  compose([...composition.values()].flatMap(by));

/** Each source replaced by another. */
export const changeSource = (composition: Composition, by: (source: Source) => Source): Composition =>
  change(composition, ({ source, size }) => [{ source: by(source), size }]);

/** Each share with one owner more. */
export const oneOwnerMore = (composition: Composition): Composition => changeSource(composition, withOneOwnerMore);

export const withOneOwnerMore = (source: Source): Source => ({
  ...source,
  owners: Math.min(6, source.owners + 1),
});

/** The sum of the rows that fit. */
export const sizeOf = (composition: Composition, fits: (source: Source) => boolean): Fraction =>
  sum([...composition.values()].filter(({ source }) => fits(source)).map(({ size }) => size));

/** By share what was by amount; nothing where the amounts sum to 0. */
export function shares(composition: Composition): Composition {
  const whole = sizeOf(composition, () => true);
  return isZero(whole) ? NOTHING : scale(composition, divide(ONE, whole));
}

/** `kappa` of a composition, and the rest of another source. */
export const covered = (composition: Composition, kappa: Fraction, rest: Source): Composition =>
  merge(scale(composition, kappa), scale(allOf(rest), subtract(ONE, kappa)));

const withoutLabel = (category: string): Source => ({
  category,
  entity: '',
  confidence: 0,
  beforeDesignation: false,
  explained: false,
  owners: 1,
});

export const UNKNOWN_ORIGIN = withoutLabel(UNKNOWN);
export const R = withoutLabel(NOT_FOLLOWED);
/** What was exchanged for another asset: neutral, of category liquidity pools, one owner (section 5.1). */
export const EXCHANGED: Source = { ...withoutLabel('liquidity_pools'), entity: 'exchanged' };
/** What a coinjoin mixed (section 5.2). */
export const MIXED_IN_COINJOIN: Source = { ...withoutLabel('coinjoin'), confidence: 40 };
export const NEWLY_MINED: Source = { ...withoutLabel('miner'), confidence: 100, explained: true };

/** The tier of the label of a source; null where it carries none. */
export const tierOfSource = ({ category }: Source) =>
  category === UNKNOWN || category === NOT_FOLLOWED ? null : tierOf(category);

export const isBadSource = (source: Source): boolean => isBad(tierOfSource(source));

export const isNotFollowed = ({ category }: Source): boolean => category === NOT_FOLLOWED;

/** What comes straight from a labelled account that pays at that time: its label, one owner. */
export function fromLabel(label: Label, time: number, onReviewedList: OnReviewedList): Source {
  const explained = label.confidence >= 40 && EXPLAINING.has(label.category) && onReviewedList(label.entity, time);
  return { ...label, explained, owners: 1 };
}

/** Whether an exchange or a coinjoin changes a share: all but tier S, A, B and R. */
export const canBeExchanged = (source: Source): boolean => !isBadSource(source) && !isNotFollowed(source);

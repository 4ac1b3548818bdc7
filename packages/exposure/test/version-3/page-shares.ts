import { expect } from 'vitest';
import type { Mixture, MixtureRow } from '../../src/version-3/mixture.ts';
import { type Composition, NOT_FOLLOWED, UNKNOWN } from '../method-3/composition.ts';
import type { Fraction } from '../method-3/fraction.ts';

/** Shares by what they came from, of either implementation. */
export type Shares = ReadonlyMap<string, number>;

/** Numbers of owners as they are compared. */
type OwnersOf = (owners: number) => number;

interface Source {
  readonly category: string;
  readonly entity: string;
  readonly confidence: number;
  readonly beforeDesignation: boolean;
  readonly explained: boolean;
  readonly owners: number;
}

const TOLERANCE = 1e-9;

const asTheyAre: OwnersOf = (owners) => owners;

function keyOf({ category, entity, confidence, beforeDesignation, explained, owners }: Source, ownersOf: OwnersOf) {
  if (category === UNKNOWN || category === NOT_FOLLOWED) return category;
  return [category, entity, confidence, beforeDesignation, explained, ownersOf(owners)].join(' | ');
}

function summed(all: Iterable<readonly [string, number]>): Map<string, number> {
  const shares = new Map<string, number>();
  for (const [key, share] of all) shares.set(key, (shares.get(key) ?? 0) + share);
  return shares;
}

export const sharesOfRows = (rows: readonly MixtureRow[], ownersOf = asTheyAre): Shares =>
  summed(rows.map((row) => [keyOf(row, ownersOf), row.share]));

export const sharesOf = ({ rows, unknownOrigin, notFollowed }: Mixture, ownersOf = asTheyAre): Shares =>
  new Map([...sharesOfRows(rows, ownersOf), [UNKNOWN, unknownOrigin], [NOT_FOLLOWED, notFollowed]]);

/** @param whole What sizes are shares of: 1 where they are shares. */
export const sharesOfPage = (all: readonly Composition[], whole: number, ownersOf = asTheyAre): Shares =>
  summed(
    all.flatMap((one) =>
      [...one.values()].map(({ source, size }): [string, number] => [keyOf(source, ownersOf), numberOf(size) / whole]),
    ),
  );

/** Shares without unknown origin and R. */
export const rowsAlone = (shares: Shares): Shares =>
  new Map([...shares].filter(([key]) => key !== UNKNOWN && key !== NOT_FOLLOWED));

export const sizeOfAll = (composition: Composition): number =>
  [...composition.values()].reduce((sum, { size }) => sum + numberOf(size), 0);

/** The double next to a fraction, whatever the size of its parts. */
export function numberOf({ n, d }: Fraction): number {
  if (n === 0n) return 0;
  const shift = BigInt(Math.max(0, d.toString(2).length - n.toString(2).length + 64));
  return Number((n << shift) / d) / 2 ** Number(shift);
}

/** Both have the same shares but for the rounding of doubles. */
export function expectSameShares(found: Shares, expected: Shares, of: string): void {
  for (const key of new Set([...found.keys(), ...expected.keys()])) {
    const [one, other] = [found.get(key) ?? 0, expected.get(key) ?? 0];
    expect(Math.abs(one - other), `${of}: ${key} is ${one}, expected ${other}`).toBeLessThan(TOLERANCE);
  }
}

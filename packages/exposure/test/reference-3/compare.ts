/** What the engine and this reference have to agree on. */
import type { Residual } from '@assay/domain';
import { expect } from 'vitest';
import type { DirectionExposure, Assessment as Found } from '../../src/index.ts';
import type { Assessment } from './assess.ts';
import { toNumber } from './fraction.ts';
import type { Scored } from './rows.ts';

/** A walk that follows everything. */
export const EXACT = { threshold: 0, maxStates: 1e9 };
const RESIDUALS: readonly Residual[] = ['unknown_origin', 'not_followed', 'still_held', 'fee'];

/** Parties of the ledger itself have no name of their own. */
function nameOf(layer: string, category: string, entity: string): string {
  return `${layer} ${category}${category === 'miner' || category === 'issuer' ? '' : ` ${entity}`}`;
}

/** Shares by layer, category and entity, those of strong labels apart, and what is left over. */
function sharesOf(rows: readonly (readonly [name: string, share: number])[]): ReadonlyMap<string, number> {
  const shares = new Map<string, number>();
  for (const [name, share] of rows) shares.set(name, (shares.get(name) ?? 0) + share);
  return shares;
}

function exactShares({ rows, residuals }: Scored): ReadonlyMap<string, number> {
  return sharesOf([
    ...rows.flatMap(({ layer, category, entity, share, strong }): (readonly [string, number])[] => [
      [nameOf(layer, category, entity), toNumber(share)],
      [`strong ${nameOf(layer, category, entity)}`, strong ? toNumber(share) : 0],
    ]),
    ...[...residuals].map(([residual, share]) => [residual, toNumber(share)] as const),
  ]);
}

function engineShares({ rows, residuals }: DirectionExposure): ReadonlyMap<string, number> {
  return sharesOf([
    ...rows.flatMap(({ layer, category, entity, share, strongShare }): (readonly [string, number])[] => [
      [nameOf(layer, category, entity), share],
      [`strong ${nameOf(layer, category, entity)}`, strongShare],
    ]),
    ...RESIDUALS.map((residual) => [residual, residuals[residual]] as const),
  ]);
}

export function expectSameShares(found: DirectionExposure, exact: Scored): void {
  const [one, other] = [engineShares(found), exactShares(exact)];
  for (const name of new Set([...one.keys(), ...other.keys()])) {
    const apart = Math.abs((one.get(name) ?? 0) - (other.get(name) ?? 0));
    expect(apart, `${exact.way} ${name}: ${one.get(name)} and ${other.get(name)}`).toBeLessThan(1e-9);
  }
}

const REASONS = {
  not_readable: 'not_traceable',
  no_records: 'no_records',
  protected_address: 'burn_address',
  too_little_attributed: 'too_little_attributed',
} as const;

export function expectSameScore(found: Found, exact: Assessment): void {
  const reason = found.cause.rule === 'not_rated' ? found.cause.reason : undefined;
  expect(reason).toBe(exact.notRated === undefined ? undefined : REASONS[exact.notRated]);
  expect(found.stars).toBe(exact.stars);
  // A tie in the seventh decimal may fall either way in floating point.
  if (exact.notRated === undefined) expect(Math.abs((found.total ?? -1) - exact.total)).toBeLessThan(1.1e-6);
  expect(found.confidence).toBe(exact.confidence);
  expect(found.complete).toBe(exact.complete);
  expect(found.coverage.attributed).toBeCloseTo(toNumber(exact.coverage.attributed), 9);
  expect(found.coverage.clean).toBeCloseTo(toNumber(exact.coverage.clean), 9);
  expect(found.coverage.notFollowed).toBeCloseTo(toNumber(exact.coverage.notFollowed), 9);
  // The engine keeps six decimals of both.
  expect(Math.abs(found.linear.incoming - toNumber(exact.linear.incoming))).toBeLessThan(1e-6);
  expect(Math.abs(found.linear.outgoing - toNumber(exact.linear.outgoing))).toBeLessThan(1e-6);
  if (found.cause.rule === 'floor' && found.cause.scope !== 'service') {
    expect(found.cause.total).toBe(Math.max(...exact.floors.map((held) => held.floor)));
  }
  const asideNames = found.rows.filter((row) => row.setAside).map((row) => nameOf('direct', row.category, row.entity));
  const exactNames = exact.counted.incoming.setAside.map((row) => nameOf('direct', row.category, row.entity));
  expect(new Set(asideNames)).toEqual(new Set(exactNames));
  const small = found.rows.filter((row) => row.tooSmall && row.setAside !== true).map((row) => row.direction);
  const exactSmall = exact.tooSmall.map((way) => (way === 'incoming' ? 'bwd' : 'fwd'));
  expect(new Set(small)).toEqual(new Set(exactSmall));
  const limited = found.headline.startsWith('Limited data');
  if (exact.stars === 4) expect(limited).toBe(exact.verdict === 'limited data');
}

/** Section 3: shares found are never above the exact ones, and together they miss at most R. */
export function expectNoMore(found: DirectionExposure, exact: Scored): void {
  const [one, other] = [engineShares(found), exactShares(exact)];
  let missed = 0;
  for (const [name, share] of other) {
    if (name.startsWith('strong ') || name === 'not_followed') continue;
    expect(one.get(name) ?? 0, `${exact.way} ${name}`).toBeLessThan(share + 1e-9);
    missed += share - (one.get(name) ?? 0);
  }
  for (const name of one.keys()) {
    if (name !== 'not_followed') expect(other.has(name) || (one.get(name) ?? 0) < 1e-9, name).toBe(true);
  }
  expect(missed).toBeLessThan(found.residuals.not_followed + 1e-9);
}

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { leastPath } from '../../src/version-3/change/least-path.ts';
import type { Mixture, MixtureRow } from '../../src/version-3/mixture.ts';
import { keyOfRow } from '../../src/version-3/rating/floors/risk-row.ts';
import { riskScoreOf } from '../../src/version-3/rating/rating.ts';
import { explained, hasMore } from './all-steps.ts';
import { foundMixture } from './evidence.ts';
import { ratedArb } from './rated-arb.ts';
import { changeable, type RatedInput } from './rated-inputs.ts';

const RUNS = { seed: 20_261_202, numRuns: Number(process.env['RUNS'] ?? 60) };

/** Two paths of each row: by different parts of it in each mixture. */
const PARTS = [0.8, 0.15] as const;
const idOf = (row: MixtureRow, part: number): string => `${keyOfRow(row)} ${part}`;
const pathsOf = (row: MixtureRow) => Object.fromEntries(PARTS.map((part) => [idOf(row, part), row.share * part]));

const withPath = (mixture: Mixture, id: string): Mixture => ({
  ...mixture,
  rows: mixture.rows.flatMap((row) => {
    const part = PARTS.find((one) => idOf(row, one) === id);
    return part === undefined ? [row] : [{ ...row, share: row.share * (1 - part) }, explained(row.share * part)];
  }),
});

/** The share of the least path of all that are enough, by explaining each. */
function leastOfAll({ mixtures, rateWith, rating }: RatedInput): number | null {
  const rows = mixtures.flatMap(({ mixture }) => mixture.rows).filter((row) => !(row.explained && row.owners <= 2));
  const ids = new Set(rows.flatMap((row) => PARTS.map((part) => idOf(row, part))));
  const enough = [...ids].filter((id) =>
    hasMore(
      rateWith((mixture) => withPath(mixture, id)),
      rating,
    ),
  );
  const shareOf = (id: string): number =>
    Math.max(...rows.flatMap((row) => PARTS.filter((part) => idOf(row, part) === id).map((part) => row.share * part)));
  return enough.length === 0 ? null : Math.min(...enough.map(shareOf));
}

describe('the least path that is explained', { timeout: 600_000 }, () => {
  it('is the one that trying all of few paths finds, and gives the stars that it promises', () => {
    let found = 0;
    fc.assert(
      fc.property(ratedArb, (all) => {
        for (const rated of all) {
          if (riskScoreOf(rated.rating) === 5) continue;
          const evidence = rated.mixtures.map(({ name, mixture }) => foundMixture(name, mixture, pathsOf));
          const path = leastPath(changeable(rated), evidence, rated.rating);
          const tried = leastOfAll(rated);
          expect(path === null).toBe(tried === null);
          if (path === null || tried === null) continue;
          found += 1;
          expect(path.share).toBeCloseTo(tried, 12);
          const id = path.transactionId ?? '';
          expect(riskScoreOf(rated.rateWith((mixture) => withPath(mixture, id)))).toBe(path.stars);
        }
      }),
      RUNS,
    );
    expect(found).toBeGreaterThan(RUNS.numRuns / 10);
  });
});

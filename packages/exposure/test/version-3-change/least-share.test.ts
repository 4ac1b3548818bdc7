import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { leastFall, leastRise, STEPS } from '../../src/version-3/change/least-share.ts';
import type { Mixture, MixtureRow } from '../../src/version-3/mixture.ts';
import { riskScoreOf } from '../../src/version-3/rating/rating.ts';
import { walletInput } from '../rating-3/as-input.ts';
import { historyArb } from '../rating-3/random-histories.ts';
import { row } from '../rating-3/sketches.ts';
import { fallen, hasMore, leastFallOfAll, leastRiseOfAll, risen, shareOfName } from './all-steps.ts';
import { ratedArb } from './rated-arb.ts';
import { changeable, ratedWallet } from './rated-inputs.ts';

const RUNS = { seed: 20_261_201, numRuns: Number(process.env['RUNS'] ?? 60) };
/** Coarse, so that all can be tried. */
const COARSE = 120;

/** The same with less of all that was met: hardly any random history has five stars. */
const goodArb = fc.tuple(historyArb, fc.constantFrom(0.2, 0.05, 0.01, 0.001)).map(([{ history, of, stated }, part]) => {
  const input = walletInput(history, of, stated);
  const less = ({ rows, unknownOrigin, notFollowed }: Mixture): Mixture => ({
    rows: [...rows.map((row) => ({ ...row, share: row.share * part })), row('exchange_licensed', 1 - part)],
    unknownOrigin: unknownOrigin * part,
    notFollowed: notFollowed * part,
  });
  const lessOf = (rows: readonly MixtureRow[]) => rows.map((one) => ({ ...one, share: one.share * part }));
  const { ever, now, setAsideRows } = input;
  return ratedWallet({
    ...input,
    kind: 'whole',
    ownLabel: null,
    ever: ever === null ? null : less(ever),
    now: now === null ? null : { ...now, mixture: less(now.mixture) },
    setAsideRows: { returned: lessOf(setAsideRows.returned), untouched: lessOf(setAsideRows.untouched) },
  });
});

describe('the least change of a share', { timeout: 600_000 }, () => {
  it('that falls is the one that trying all steps of all shares finds', () => {
    let found = 0;
    fc.assert(
      fc.property(ratedArb, (all) => {
        for (const rated of all) {
          if (riskScoreOf(rated.rating) === 5) continue;
          const least = leastFall(changeable(rated), rated.rating, COARSE);
          const tried = leastFallOfAll(rated, COARSE);
          if (least !== null) found += 1;
          expect(least === null ? null : { of: least.of, to: least.to }).toEqual(
            tried === null ? null : { of: tried.name, to: tried.step / COARSE },
          );
        }
      }),
      RUNS,
    );
    expect(found).toBeGreaterThan(RUNS.numRuns / 2);
  });

  it('that rises is the one that trying all steps of all bad shares finds', () => {
    let found = 0;
    fc.assert(
      fc.property(goodArb, (rated) => {
        if (riskScoreOf(rated.rating) !== 5) return;
        const least = leastRise(changeable(rated), rated.rating, COARSE);
        const tried = leastRiseOfAll(rated, COARSE);
        if (least !== null) found += 1;
        expect(least === null ? null : { mixture: least.mixture, of: least.of, to: least.to }).toEqual(
          tried === null ? null : { mixture: tried.mixture, of: tried.name, to: tried.step / COARSE },
        );
      }),
      RUNS,
    );
    expect(found).toBeGreaterThan(RUNS.numRuns / 5);
  });

  it('that falls gives the stars that it promises, and one step less does not', () => {
    fc.assert(
      fc.property(ratedArb, (all) => {
        for (const rated of all) {
          if (riskScoreOf(rated.rating) === 5) continue;
          const least = leastFall(changeable(rated), rated.rating);
          if (least === null) continue;
          const at = (to: number) => rated.rateWith((one) => fallen(one, least.of, to));
          expect(least.to).toBeLessThan(least.share);
          expect(riskScoreOf(at(least.to))).toBe(least.stars);
          expect(hasMore(at(least.to), rated.rating)).toBe(true);
          expect(hasMore(at(Math.min(least.share, least.to + 1 / STEPS)), rated.rating)).toBe(false);
          const shares = rated.mixtures.map(({ mixture }) => shareOfName(mixture, least.of));
          expect(least.share).toBeCloseTo(Math.max(...shares), 12);
          expect(least.isOfBoth).toBe(shares.filter((share) => share > least.to).length > 1);
        }
      }),
      RUNS,
    );
  });

  it('that rises takes the stars that it says, and one step less takes none', () => {
    fc.assert(
      fc.property(goodArb, (rated) => {
        if (riskScoreOf(rated.rating) !== 5) return;
        const least = leastRise(changeable(rated), rated.rating);
        if (least === null) return;
        const at = (to: number) => rated.rateWith((one, of) => (of === least.mixture ? risen(one, least.of, to) : one));
        expect(riskScoreOf(at(least.to))).toBe(least.stars);
        expect([0, 5]).toContain(riskScoreOf(at(Math.max(least.share, least.to - 1 / STEPS))));
      }),
      RUNS,
    );
  });

  it('is the same each time', () => {
    fc.assert(
      fc.property(ratedArb, (all) => {
        for (const rated of all) {
          const find = () => leastFall(changeable(rated), rated.rating);
          expect(find()).toEqual(find());
        }
      }),
      { ...RUNS, numRuns: 20 },
    );
  });
});

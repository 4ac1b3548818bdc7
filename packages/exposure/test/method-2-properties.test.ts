import { CATEGORIES, CATEGORY_IDS } from '@assay/domain';
import { type AssessmentSketch, buildAssessmentInput, buildLabel, type RowSketch } from '@assay/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assessByMethod2, governingLabel } from '../src/index.ts';
import { assessmentText } from './assessment-text.ts';

const { REFERENCE_RUNS } = process.env;
/** So many random cases, or as many as a long run asks for; what does not apply is drawn again. */
const RUNS = (numRuns: number) => ({ numRuns: Number(REFERENCE_RUNS ?? numRuns), maxSkipsPerRun: 1_000 });

const byTier = (...tiers: readonly string[]) => CATEGORY_IDS.filter((id) => tiers.includes(CATEGORIES[id].tier));

/** Whole cents, so that moving a part is exact. */
type Row = Omit<RowSketch, 'share'> & { readonly cents: number };

const row = (categories: typeof CATEGORY_IDS): fc.Arbitrary<Row> =>
  fc.record({
    category: fc.constantFrom(...categories),
    layer: fc.constantFrom('direct' as const, 'indirect' as const),
    entity: fc.constantFrom('a', 'b'),
    confidence: fc.constantFrom(20, 49, 50, 100),
    beforeDesignation: fc.boolean(),
    cents: fc.oneof(fc.integer({ min: 1, max: 3_000 }), fc.integer({ min: 1, max: 5_000_000 })),
  });
const side = fc.record({
  rows: fc.array(row(CATEGORY_IDS), { maxLength: 6 }),
  unknown: fc.nat(3_000_000),
  notFollowed: fc.nat(500_000),
  isPriced: fc.boolean(),
});
type Side = typeof side extends fc.Arbitrary<infer Value> ? Value : never;

function sketchOf({ rows, unknown, notFollowed, isPriced }: Side): NonNullable<AssessmentSketch['incoming']> {
  const all = rows.reduce((sum, { cents }) => sum + cents, unknown + notFollowed);
  return {
    amount: BigInt(all),
    usd: isPriced ? all / 100 : null,
    rows: rows.map(({ cents, ...rest }) => ({ ...rest, share: cents / all })),
    residuals: { unknown_origin: unknown / all, not_followed: notFollowed / all },
  };
}

/** What would change the stars takes most of the time, and is asked in `least-changes.test.ts`. */
const assessSides = (incoming: Side, outgoing: Side) =>
  assessByMethod2({
    ...buildAssessmentInput({ incoming: sketchOf(incoming), outgoing: sketchOf(outgoing) }),
    withoutChanges: true,
  });

const someMoney = ({ rows, unknown, notFollowed }: Side) => rows.length > 0 || unknown + notFollowed > 0;
const moved = side.filter(someMoney);
const isAside = (one: ReturnType<typeof assessSides>) => one.rows.some((found) => found.setAside);

describe('what holds always, by method 2', { timeout: 1_800_000 }, () => {
  it('gives the same result for rows in any order', () => {
    fc.assert(
      fc.property(moved, moved, fc.boolean(), (incoming, outgoing, complete) => {
        const input = buildAssessmentInput({ complete, incoming: sketchOf(incoming), outgoing: sketchOf(outgoing) });
        const turned = { ...input, incoming: { ...input.incoming, rows: input.incoming.rows.toReversed() } };
        const keys = incoming.rows.map(({ category, entity, layer }) => `${category} ${entity} ${layer}`);
        fc.pre(new Set(keys).size === keys.length);
        expect(assessmentText(assessByMethod2(turned))).toBe(assessmentText(assessByMethod2(input)));
      }),
      RUNS(100),
    );
  });

  it('never raises the stars, and never takes them away, where clean or unknown money becomes illicit', () => {
    fc.assert(
      fc.property(
        moved,
        moved,
        row(byTier('S', 'A')),
        fc.double({ min: 0.01, max: 1, noNaN: true }),
        (from, other, to, part) => {
          const units = Math.floor(from.unknown * part);
          fc.pre(units > 0);
          const [before, after] = [
            from,
            { ...from, unknown: from.unknown - units, rows: [...from.rows, { ...to, cents: units }] },
          ].map((one) => assessSides(one, other));
          if (before === undefined || after === undefined) throw new Error('two were asked for');
          // What is set aside counts as never received: where that changes, so do all other shares.
          fc.pre(!isAside(before) && !isAside(after));
          fc.pre(before.stars > 0);
          expect(after.stars).toBeGreaterThan(0);
          expect(after.stars).toBeLessThanOrEqual(before.stars);
        },
      ),
      RUNS(400),
    );
  });

  it('changes no stars for what a sanctioned payer sends below 0.1% and $1,000', () => {
    fc.assert(
      fc.property(
        moved,
        moved,
        fc.integer({ min: 1, max: 99_999 }),
        fc.constantFrom(20, 50, 100),
        (incoming, outgoing, cents, confidence) => {
          const all = incoming.rows.reduce((sum, one) => sum + one.cents, incoming.unknown + incoming.notFollowed);
          const isDirectS = ({ category, layer }: Row) => layer === 'direct' && CATEGORIES[category].tier === 'S';
          fc.pre(!incoming.rows.some(isDirectS) && cents / (all + cents) < 0.000_999 && incoming.isPriced);
          const unasked: Row = { category: 'sanctions', layer: 'direct', entity: 'payer', confidence, cents };
          const before = assessSides(incoming, outgoing);
          const after = assessSides({ ...incoming, rows: [...incoming.rows, unasked] }, outgoing);
          expect(isAside(after)).toBe(true);
          expect([after.stars, after.total]).toEqual([before.stars, before.total]);
        },
      ),
      RUNS(2_000),
    );
  });

  it('never raises the stars where illicit money is split over categories of one tier and weight', () => {
    const alike = byTier('A').filter((id) => CATEGORIES[id].weight === 0.9);
    fc.assert(
      fc.property(
        moved,
        moved,
        fc.integer({ min: 2, max: 6 }),
        fc.integer({ min: 6, max: 4_000_000 }),
        (incoming, outgoing, parts, cents) => {
          const base = { layer: 'direct' as const, entity: 'thief', confidence: 100 };
          const whole: Row = { ...base, category: 'stolen_coins', cents: parts * cents };
          const split = alike.slice(0, parts).map((category): Row => ({ ...base, category, cents }));
          const [one, many] = [[whole], split].map((rows) =>
            assessSides({ ...incoming, rows: [...incoming.rows, ...rows] }, outgoing),
          );
          expect(many?.stars).toBe(one?.stars);
          expect(many?.total).toBeCloseTo(one?.total ?? 0, 4);
        },
      ),
      RUNS(400),
    );
  });

  it('never raises the stars where one listing of two ends', () => {
    const listing = (source: string, validTo: number | null) =>
      buildLabel({ category: 'sanctions', source, validFrom: 1, validTo, confidence: 100 });
    const both = [listing('eu-fsf', null), listing('ofac-sdn', null)];
    const ended = [listing('eu-fsf', 1_700_000_000), listing('ofac-sdn', null)];
    const starsOf = (labels: typeof both) => assessByMethod2(buildAssessmentInput({ labels })).stars;
    expect(starsOf(ended)).toBe(starsOf(both));
    expect(governingLabel(ended, 1_800_000_000)?.label.source).toBe('ofac-sdn');
  });

  it('sums rows and residuals of a side to its points', () => {
    fc.assert(
      fc.property(moved, moved, (incoming, outgoing) => {
        const { rows, residualPoints, linear } = assessSides(incoming, outgoing);
        for (const [direction, total] of [
          ['bwd', linear.incoming],
          ['fwd', linear.outgoing],
        ] as const) {
          const points = rows.filter((one) => one.direction === direction).reduce((sum, one) => sum + one.points, 0);
          const rest = Object.values(residualPoints[direction]).reduce((sum, part) => sum + part, 0);
          expect(points + rest).toBeCloseTo(total, 5);
        }
      }),
      RUNS(100),
    );
  });
});

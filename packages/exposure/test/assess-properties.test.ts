import { CATEGORIES, CATEGORY_IDS, starsOfTotal } from '@assay/domain';
import { type AssessmentSketch, buildAssessmentInput, buildLabel, type RowSketch } from '@assay/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assess } from '../src/index.ts';
import { assessmentText } from './assessment-text.ts';

const UNITS = 10_000;
const byTier = (...tiers: readonly string[]) => CATEGORY_IDS.filter((id) => tiers.includes(CATEGORIES[id].tier));

/** A side in whole units, so that moving a part is exact. */
interface Side {
  readonly rows: readonly (Omit<RowSketch, 'share'> & { readonly units: number })[];
  readonly unknown: number;
  readonly notFollowed: number;
  readonly stillHeld: number;
  readonly usd: number | null;
}

const rowShape = (categories: typeof CATEGORY_IDS) => ({
  category: fc.constantFrom(...categories),
  layer: fc.constantFrom('direct', 'indirect'),
  entity: fc.constantFrom('a', 'b'),
  confidence: fc.constantFrom(20, 49, 50, 100),
  beforeDesignation: fc.boolean(),
});
const side: fc.Arbitrary<Side> = fc.record({
  rows: fc.array(
    fc.record({ ...rowShape(CATEGORY_IDS), units: fc.oneof(fc.integer({ min: 1, max: 30 }), fc.nat(3000)) }),
    { maxLength: 6 },
  ),
  unknown: fc.nat(6000),
  notFollowed: fc.nat(1000),
  stillHeld: fc.nat(1000),
  usd: fc.oneof(fc.constant(null), fc.constantFrom(5, 12, 200, 20_000, 5_000_000)),
});
const outgoingAmount = fc.constantFrom(1n, 1_000n, 1_000_000n);

function sketchOf({ rows, unknown, notFollowed, stillHeld, usd }: Side, scale: number) {
  return {
    usd,
    rows: rows.filter(({ units }) => units > 0).map(({ units, ...row }) => ({ ...row, share: units / scale })),
    residuals: {
      unknown_origin: unknown / scale,
      not_followed: notFollowed / scale,
      still_held: stillHeld / scale,
    },
  };
}

const unitsOf = ({ rows, unknown, notFollowed, stillHeld }: Side) =>
  rows.reduce((sum, { units }) => sum + units, unknown + notFollowed + stillHeld);

type Extra = AssessmentSketch & { amount?: bigint };

function inputOf(incoming: Side, outgoing: Side, extra: Extra) {
  const scaleOf = (one: Side) => Math.max(1, unitsOf(one));
  return buildAssessmentInput({
    ...extra,
    incoming: sketchOf(incoming, scaleOf(incoming)),
    outgoing: { ...sketchOf(outgoing, scaleOf(outgoing)), amount: extra.amount ?? 1_000_000n },
  });
}

/** What would change the stars takes most of the time, and is asked in `least-changes.test.ts`. */
const assessSides = (incoming: Side, outgoing: Side, extra: Extra) =>
  assess({ ...inputOf(incoming, outgoing, extra), withoutChanges: true });

/** Takes up to `units` from clean or unknown parts of a side and gives them to an illicit row. */
function moveToIllicit(from: Side, units: number, target: Omit<Side['rows'][number], 'units'>): Side {
  let left = units;
  const take = (wanted: number) => {
    const taken = Math.min(wanted, left);
    left -= taken;
    return wanted - taken;
  };
  const unknown = take(from.unknown);
  const notFollowed = take(from.notFollowed);
  const rows = from.rows.map((row) =>
    ['C', 'D'].includes(CATEGORIES[row.category].tier) ? { ...row, units: take(row.units) } : row,
  );
  return { ...from, unknown, notFollowed, rows: [...rows, { ...target, units: units - left }] };
}

const label = fc.option(
  fc
    .record({ category: fc.constantFrom(...CATEGORY_IDS), confidence: fc.constantFrom(10, 20, 49, 50, 100) })
    .map((change) => buildLabel(change)),
);

describe('the score, whatever the exposure', () => {
  it('never gains stars and never becomes N/A when share moves from clean or unknown to illicit', () => {
    fc.assert(
      fc.property(
        side,
        side,
        outgoingAmount,
        label,
        fc.integer({ min: 1, max: UNITS }),
        fc.record(rowShape(byTier('S', 'A'))),
        fc.boolean(),
        (incoming, outgoing, amount, own, units, target, inward) => {
          const extra = { amount, labels: own === null ? [] : [own] };
          const before = assessSides(incoming, outgoing, extra);
          fc.pre(before.stars > 0);
          const after = inward
            ? assessSides(moveToIllicit(incoming, units, target), outgoing, extra)
            : assessSides(incoming, moveToIllicit(outgoing, units, target), extra);
          expect(after.stars).toBeGreaterThan(0);
          expect(after.stars).toBeLessThanOrEqual(before.stars);
          expect(after.total ?? 0).toBeGreaterThanOrEqual((before.total ?? 0) - 1e-6);
        },
      ),
      { numRuns: 3000 },
    );
  });

  it('follows the bands: stars are those of the total, but for limited coverage and N/A', () => {
    fc.assert(
      fc.property(side, side, label, (incoming, outgoing, own) => {
        const { stars, total, cause } = assessSides(incoming, outgoing, { labels: own === null ? [] : [own] });
        if (cause.rule === 'not_rated') expect([stars, total]).toEqual([0, null]);
        else if (cause.rule === 'limited_coverage') expect([stars, starsOfTotal(cause.total)]).toEqual([4, 5]);
        else expect([stars, total]).toEqual([starsOfTotal(cause.total), cause.total]);
      }),
      { numRuns: 1000 },
    );
  });

  it('gives the same bytes in whatever order rows and labels arrive', () => {
    fc.assert(
      fc.property(side, side, fc.array(label, { maxLength: 4 }), (incoming, outgoing, own) => {
        const distinct = { ...incoming, rows: incoming.rows.map((row, index) => ({ ...row, entity: `e${index}` })) };
        const input = buildAssessmentInput({
          incoming: sketchOf(distinct, Math.max(1, unitsOf(distinct))),
          outgoing: sketchOf(outgoing, Math.max(1, unitsOf(outgoing))),
          labels: own.filter((one) => one !== null),
        });
        const { subject } = input;
        const turned = {
          ...input,
          subject: { ...subject, labels: subject.labels.toReversed() },
          incoming: { ...input.incoming, rows: input.incoming.rows.toReversed() },
        };
        expect(assessmentText(assess(turned))).toBe(assessmentText(assess(input)));
      }),
      { numRuns: 500 },
    );
  });

  it('keeps every number in its range and every sentence whole', () => {
    fc.assert(
      fc.property(side, side, label, fc.boolean(), (incoming, outgoing, own, complete) => {
        const one = assess(inputOf(incoming, outgoing, { complete, labels: own === null ? [] : [own] }));
        for (const part of Object.values(one.coverage)) {
          expect(part).toBeGreaterThanOrEqual(0);
          expect(part).toBeLessThanOrEqual(1);
        }
        expect(one.headline).toMatch(/^[A-Z][^.!]+\. [A-Z][^.!]+\.$/);
        for (const text of [one.text, one.why, ...one.wouldChange]) {
          expect(text).toMatch(/^[A-Z].*\.$/);
          expect(text).not.toMatch(/!|NaN|undefined|null|Infinity| {2}/);
        }
      }),
      { numRuns: 1000 },
    );
  });
});

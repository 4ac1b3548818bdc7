/** Random inputs of the score, with paths, for what would change the stars. */
import { CATEGORY_IDS } from '@assay/domain';
import { buildAssessmentInput, type ExposureSketch } from '@assay/testkit';
import fc from 'fast-check';
import type { AssessmentInput, DirectionExposure } from '../src/index.ts';

const row = fc.record({
  category: fc.constantFrom(...CATEGORY_IDS),
  layer: fc.constantFrom('direct' as const, 'indirect' as const),
  entity: fc.constantFrom('a', 'b'),
  confidence: fc.constantFrom(20, 49, 50, 100),
  beforeDesignation: fc.boolean(),
  units: fc.oneof(
    fc.integer({ min: 1, max: 60 }),
    fc.integer({ min: 1, max: 2_000 }),
    fc.integer({ min: 1, max: 1_000_000 }),
  ),
  /** Of the row's share, what its sample paths carry, in percent. */
  paths: fc.array(fc.integer({ min: 1, max: 33 }), { maxLength: 3 }),
});

const side = fc.record({
  rows: fc.uniqueArray(row, {
    maxLength: 5,
    selector: ({ category, layer, entity }) => `${category} ${layer} ${entity}`,
  }),
  clean: fc.oneof(fc.constant(0), fc.nat(3_000_000)),
  unknown: fc.nat(3_000_000),
  notFollowed: fc.oneof(fc.constant(0), fc.nat(300_000)),
  stillHeld: fc.oneof(fc.constant(0), fc.nat(1_000_000)),
  amount: fc.constantFrom(1_000n, 5_000_000n, 40_000_000_000n),
  isPriced: fc.boolean(),
});
type Side = typeof side extends fc.Arbitrary<infer Value> ? Value : never;

function sketchOf({ rows, clean, unknown, notFollowed, stillHeld, amount, isPriced }: Side): ExposureSketch {
  const all = rows.reduce((sum, { units }) => sum + units, clean + unknown + notFollowed + stillHeld) || 1;
  const ordinary = { category: 'exchange_licensed' as const, entity: 'known', share: clean / all };
  return {
    amount,
    usd: isPriced ? Number(amount) / 100 : null,
    rows: [
      ...rows.map(({ units, category, layer, entity, confidence, beforeDesignation }) => ({
        ...{ category, layer, entity, confidence, beforeDesignation },
        share: units / all,
      })),
      ...(clean > 0 ? [ordinary] : []),
    ],
    residuals: { unknown_origin: unknown / all, not_followed: notFollowed / all, still_held: stillHeld / all },
  };
}

function withPaths(exposure: DirectionExposure, { rows }: Side): DirectionExposure {
  return {
    ...exposure,
    rows: exposure.rows.map((one, index) => ({
      ...one,
      paths: (rows[index]?.paths ?? []).map((percent, at) => ({
        ...{ hops: 1, share: (one.share * percent) / 100 },
        steps: [{ from: 'x', to: 'y', transactionId: `${index}-${at}`, amount: 1n, time: 0 }],
      })),
    })),
  };
}

const isEmpty = ({ rows, clean, unknown, notFollowed, stillHeld }: Side) =>
  rows.length === 0 && clean + unknown + notFollowed + stillHeld === 0;

/** Inputs without a label of the address itself: what it says decides before shares do. */
export const inputs: fc.Arbitrary<AssessmentInput> = fc
  .record({ incoming: side, outgoing: side, complete: fc.boolean(), isOneSided: fc.boolean() })
  .filter(({ incoming, outgoing }) => !isEmpty(incoming) && !isEmpty(outgoing))
  .map(({ incoming, outgoing, complete, isOneSided }) => {
    const sketch = { incoming: sketchOf(incoming), ...(isOneSided ? {} : { outgoing: sketchOf(outgoing) }), complete };
    const input = buildAssessmentInput(sketch);
    return {
      ...input,
      incoming: withPaths(input.incoming, incoming),
      outgoing: isOneSided ? input.outgoing : withPaths(input.outgoing, outgoing),
    };
  });

/** Random inputs of the score, with paths, for what would change the stars. */
import { CATEGORY_IDS } from '@assay/domain';
import { buildAssessmentInput, type ExposureSketch } from '@assay/testkit';
import fc from 'fast-check';
import type { AssessmentInput, DirectionExposure } from '../src/index.ts';
import type { EvidencePath, ExposureRow } from '../src/walk/exposure.ts';

const EXCHANGE = { category: 'exchange_licensed', entity: 'known' } as const;

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
  const ordinary = { ...EXCHANGE, share: clean / all };
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

function pathsOf(row: ExposureRow, percents: readonly number[], index: number): readonly EvidencePath[] {
  return percents.map((percent, at) => ({
    ...{ hops: 1, share: (row.share * percent) / 100 },
    steps: [{ from: 'x', to: 'y', transactionId: `${index}-${at}`, amount: 1n, time: 0 }],
  }));
}

function withPaths(exposure: DirectionExposure, { rows }: Side): DirectionExposure {
  return {
    ...exposure,
    rows: exposure.rows.map((one, index) => ({
      ...one,
      paths: pathsOf(one, rows[index]?.paths ?? [], index),
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

/** Inputs of few stars in which one path carries at least half of what is suspected. */
export const inputsOfOnePath: fc.Arbitrary<AssessmentInput> = fc
  .record({
    category: fc.constantFrom('stolen_coins' as const, 'exchange_fraudulent' as const, 'coinjoin' as const),
    layer: fc.constantFrom('direct' as const, 'indirect' as const),
    share: fc.double({ min: 0.05, max: 0.6, noNaN: true }),
    percents: fc.tuple(fc.integer({ min: 50, max: 95 }), fc.integer({ min: 1, max: 5 })),
    complete: fc.boolean(),
  })
  .map(({ category, layer, share, percents, complete }) =>
    inputOfOnePath({ category, layer, share }, percents, complete),
  );

function inputOfOnePath(
  suspected: Pick<ExposureRow, 'category' | 'layer' | 'share'>,
  percents: readonly number[],
  complete: boolean,
): AssessmentInput {
  const rows = [
    { ...suspected, entity: 'a' },
    { ...EXCHANGE, share: 1 - suspected.share },
  ];
  const input = buildAssessmentInput({ complete, incoming: { amount: 40_000_000_000n, usd: 400_000, rows } });
  const { incoming } = input;
  const [first, ...rest] = incoming.rows;
  if (first === undefined) return input;
  return { ...input, incoming: { ...incoming, rows: [{ ...first, paths: pathsOf(first, percents, 0) }, ...rest] } };
}

/** One that falls, and has a path that is enough; and one that rises. */
export const FALLING = inputOfOnePath({ category: 'stolen_coins', layer: 'direct', share: 0.42 }, [95], true);
export const RISING = inputOfOnePath({ category: 'stolen_coins', layer: 'direct', share: 0.0001 }, [], true);

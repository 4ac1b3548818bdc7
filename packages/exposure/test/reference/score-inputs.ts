import { CATEGORY_IDS } from '@assay/domain';
import { buildAssessmentInput, buildLabel, CHECK_TIME } from '@assay/testkit';
import fc from 'fast-check';
import type { AssessmentInput } from '../../src/score/assessment.ts';
import type { DirectionExposure, ExposureRow } from '../../src/walk/exposure.ts';

interface Piece {
  readonly category: ExposureRow['category'];
  readonly layer: ExposureRow['layer'];
  readonly entity: string;
  readonly parts: number;
  /** Of labels of confidence 50 or more, in force. */
  readonly strong: number;
}

const DANGEROUS = ['sanctions', 'issuer_frozen', 'scam', 'mixer', 'seized_assets', 'gambling', 'atm'] as const;

/** From dust to all of it: shares around every bound of the method. */
const parts = fc.oneof(
  fc.constant(0),
  fc.double({ min: 1e-6, max: 1, noNaN: true }),
  fc.double({ min: 0, max: 6, noNaN: true }).map((power) => 10 ** -power),
);

const piece: fc.Arbitrary<Piece> = fc.record({
  category: fc.oneof(fc.constantFrom(...DANGEROUS), fc.constantFrom(...CATEGORY_IDS)),
  layer: fc.constantFrom('direct', 'indirect'),
  entity: fc.constantFrom('One', 'Two'),
  parts,
  strong: fc.oneof(fc.constantFrom(0, 1), fc.double({ min: 0, max: 1, noNaN: true })),
});

interface Flow {
  readonly pieces: readonly Piece[];
  readonly residuals: readonly [number, number, number, number];
  readonly amount: bigint;
  readonly usd: number | null;
}

const flow: fc.Arbitrary<Flow> = fc.record({
  pieces: fc.uniqueArray(piece, {
    maxLength: 6,
    size: 'max',
    selector: ({ category, layer, entity }) => `${category} ${layer} ${entity}`,
  }),
  residuals: fc.tuple(parts, parts, parts, parts),
  amount: fc.oneof({ weight: 1, arbitrary: fc.constant(0n) }, { weight: 5, arbitrary: fc.bigInt(1n, 10n ** 30n) }),
  usd: fc.option(
    fc.double({ min: -2, max: 8, noNaN: true }).map((power) => 10 ** power),
    { freq: 2 },
  ),
});

const label = fc
  .record({
    category: fc.oneof(fc.constantFrom(...DANGEROUS), fc.constantFrom(...CATEGORY_IDS)),
    confidence: fc.constantFrom(0, 10, 19, 20, 40, 49, 50, 70, 100),
    source: fc.constantFrom('list-a', 'list-b'),
    validFrom: fc.option(fc.integer({ min: CHECK_TIME - 9, max: CHECK_TIME - 1 })),
    validTo: fc.option(fc.integer({ min: CHECK_TIME - 5, max: CHECK_TIME + 5 })),
    origin: fc.constantFrom('given', 'given', 'given', 'derived'),
  } as const)
  .map((change) => buildLabel(change));

/** Addresses of every kind: governed or not, priced or not, with and without records, complete or not. */
export const scoreInputs: fc.Arbitrary<AssessmentInput> = fc
  .record({
    incoming: flow,
    outgoing: flow,
    labels: fc.oneof(
      { weight: 3, arbitrary: fc.constant([]) },
      { weight: 2, arbitrary: fc.array(label, { minLength: 1, maxLength: 3 }) },
    ),
    complete: fc.boolean(),
    sources: fc.constantFrom('ok', 'ok', 'ok', 'ok', 'ok', 'ok', 'not_traceable', 'failed'),
  } as const)
  .map(({ incoming, outgoing, labels, complete, sources }) => {
    const sketch = { incoming: { amount: incoming.amount }, outgoing: { amount: outgoing.amount } };
    return {
      ...buildAssessmentInput({ ...sketch, labels, complete, sources }),
      incoming: exposureOf('bwd', incoming),
      outgoing: exposureOf('fwd', outgoing),
      incomingUsd: incoming.amount === 0n ? null : incoming.usd,
      outgoingUsd: outgoing.amount === 0n ? null : outgoing.usd,
    };
  });

function exposureOf(direction: 'bwd' | 'fwd', { pieces, residuals, amount }: Flow): DirectionExposure {
  const cut = { threshold: 1e-4, rounds: 1, states: 1, recordsRead: 1, partial: [] };
  const none = { unknown_origin: 0, not_followed: 0, still_held: 0, fee: 0 };
  if (amount === 0n) return { direction, records: 0, amount, rows: [], residuals: none, cut };
  const [unknown_origin, not_followed, still_held, fee] = residuals;
  const all = [...pieces.map((one) => one.parts), ...residuals].reduce((a, b) => a + b, 0);
  const unit = all > 0 ? all : 1;
  return {
    direction,
    records: 1,
    amount,
    rows: pieces.map((one) => rowOf(one, unit)).filter(({ share }) => share > 0),
    residuals: {
      unknown_origin: all > 0 ? unknown_origin / unit : 1,
      not_followed: not_followed / unit,
      still_held: still_held / unit,
      fee: fee / unit,
    },
    cut,
  };
}

function rowOf({ category, layer, entity, parts: mass, strong }: Piece, unit: number): ExposureRow {
  return {
    category,
    entity,
    layer,
    share: mass / unit,
    amount: 1n,
    minHops: layer === 'direct' ? 1 : 2,
    labels: [buildLabel({ category, entity })],
    beforeDesignation: 0,
    strongShare: (mass * strong) / unit,
    firstTime: 1_700_000_000,
    lastTime: 1_760_000_000,
    paths: [],
  };
}

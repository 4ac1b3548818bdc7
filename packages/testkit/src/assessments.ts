import type { Category, Residual } from '@assay/domain';
import type { AssessmentInput, Direction, DirectionExposure, ExposureRow, Label, Note } from '@assay/exposure';

/** 2026-11-20T00:00:00Z, the time of every check built here. */
export const CHECK_TIME = 1_795_132_800;

/** A row in short: what matters for the score, the rest filled in. */
export interface RowSketch {
  readonly category: Category;
  readonly share: number;
  readonly layer?: 'direct' | 'indirect';
  readonly entity?: string;
  /** Of the label that absorbed; under 50 the share is not strong. */
  readonly confidence?: number;
  /** The money moved before the label was in force. */
  readonly beforeDesignation?: boolean;
  readonly hops?: number;
}

export interface ExposureSketch {
  readonly rows?: readonly RowSketch[];
  /** What rows and residuals leave over goes to unknown origin. */
  readonly residuals?: Partial<Readonly<Record<Residual, number>>>;
  /** Base units; 0n for a direction without records. */
  readonly amount?: bigint;
  readonly usd?: number | null;
}

export interface AssessmentSketch {
  readonly incoming?: ExposureSketch;
  readonly outgoing?: ExposureSketch;
  readonly labels?: readonly Label[];
  readonly complete?: boolean;
  readonly sources?: AssessmentInput['sources'];
  readonly notes?: readonly Note[];
  readonly now?: number;
}

/** A label in short; by default a given, licensed exchange at confidence 100. */
export function buildLabel(change: Partial<Label> = {}): Label {
  return {
    entity: 'Example Exchange',
    category: 'exchange_licensed',
    confidence: 100,
    source: 'example-list',
    sourceUrl: 'https://example.test/list',
    sourceDate: '2026-01-15',
    validFrom: null,
    validTo: null,
    origin: 'given',
    ...change,
  };
}

/** One direction whose shares sum to 1; without a sketch, a direction without records. */
export function buildExposure(direction: Direction, sketch: ExposureSketch | undefined): DirectionExposure {
  const amount = sketch === undefined ? 0n : (sketch.amount ?? 1_000_000n);
  const rows = (sketch?.rows ?? []).map((row) => buildRow(row, amount));
  const residuals = { unknown_origin: 0, not_followed: 0, still_held: 0, fee: 0, ...sketch?.residuals };
  const explained = [...rows.map(({ share }) => share), ...Object.values(residuals)].reduce(
    (sum, part) => sum + part,
    0,
  );
  if (amount > 0n) residuals.unknown_origin += Math.max(0, 1 - explained);
  return {
    direction,
    records: amount === 0n ? 0 : 10,
    amount,
    rows,
    residuals,
    cut: { threshold: 1e-4, rounds: 1, states: 10, recordsRead: 10, partial: [] },
  };
}

/** An address to assess: with records in the directions that are sketched, with labels where given. */
export function buildAssessmentInput(sketch: AssessmentSketch = {}): AssessmentInput {
  const incoming = buildExposure('bwd', sketch.incoming);
  const outgoing = buildExposure('fwd', sketch.outgoing);
  const labels = sketch.labels ?? [];
  const address = 'example-address';
  return {
    subject:
      incoming.records + outgoing.records === 0
        ? { node: null, role: 'account', address, labels, inflows: 0, outflows: 0, complete: false }
        : {
            node: 1,
            address,
            role: 'account',
            labels,
            openingUnread: false,
            inflows: incoming.records,
            outflows: outgoing.records,
            firstTime: 1_700_000_000,
            lastTime: 1_760_000_000,
            complete: sketch.complete ?? true,
          },
    incoming,
    outgoing,
    incomingUsd: sketch.incoming?.usd ?? null,
    outgoingUsd: sketch.outgoing?.usd ?? null,
    now: sketch.now ?? CHECK_TIME,
    sources: sketch.sources ?? 'ok',
    notes: sketch.notes ?? [],
  };
}

function buildRow(sketch: RowSketch, amount: bigint): ExposureRow {
  const { category, share, layer = 'direct', beforeDesignation = false, confidence = 100 } = sketch;
  const strong = confidence >= 50 && !beforeDesignation;
  return {
    category,
    entity: sketch.entity ?? `Example ${category}`,
    layer,
    share,
    amount: (amount * BigInt(Math.floor(share * 1e9))) / 1_000_000_000n,
    minHops: sketch.hops ?? (layer === 'direct' ? 1 : 2),
    labels: [buildLabel({ category, confidence, entity: sketch.entity ?? `Example ${category}` })],
    beforeDesignation: beforeDesignation ? share : 0,
    strongShare: strong ? share : 0,
    firstTime: 1_700_000_000,
    lastTime: 1_760_000_000,
    paths: [],
  };
}

import {
  type CanonicalDirection,
  type CanonicalPayment,
  type CanonicalResult,
  type CanonicalScore,
  type CanonicalSlice,
  type CanonicalSource,
  evidenceDirectionOf,
  FIRST_RESULT_SCHEMA,
  PAYMENT_SCHEMA,
  RESULT_SCHEMA,
  type ResultIssuer,
} from '@assay/certificate';
import type { DirectionEvidence, FormerResult, ResultPayment } from '@assay/contracts';
import { CATEGORIES, type Category, isCategory, isResidual, type Stars } from '@assay/domain';
import { titleOfShare } from '@assay/wording';
import type { CheckBasis } from '../../checks/index.ts';

/** Part of every certificate; a change of this text changes what is signed from then on. */
const DISCLAIMER =
  'This result states what the named method found in the named labels and records at the time of the check. It is no legal, tax or investment advice, and no promise about what anybody will do with these assets.';

/**
 * The canonical result of a stored check, built only from the stored result, the basis stored
 * with it and the issuer. The same three inputs give the same bytes.
 */
export function canonicalResultOf(asset: FormerResult, basis: CheckBasis, issuer: ResultIssuer): CanonicalResult {
  const { ticker, parent, subticker, name, network, decimals } = asset;
  return {
    ...schemaOf(asset),
    issuer,
    sub_id: asset.sub_id,
    checked_at: asset.created_at,
    asset: { ticker, parent, subticker, name, network, decimals },
    address: asset.address,
    ...(asset.payment === undefined ? {} : { payment: paymentOf(asset, asset.payment) }),
    score: scoreOf(asset, basis),
    texts: textsOf(asset),
    incoming: directionOf(asset, basis, 'incoming'),
    outgoing: directionOf(asset, basis, 'outgoing'),
    labels: asset.labels,
    coverage: asset.coverage,
    confidence: asset.confidence,
    complete: asset.complete,
    notes: asset.notes.map(({ kind, text, params, label }) => ({
      kind,
      text,
      ...(params === undefined ? {} : { params }),
      ...(label === undefined ? {} : { label }),
    })),
    label_sources: sourcesOf(asset),
    method_version: asset.method_version,
    ...(asset.method_revision === undefined ? {} : { method_revision: asset.method_revision }),
    label_set: { version: asset.label_set_version, digest: basis.labelSet.digest, sets: basis.labelSet.sets },
    records: {
      held: asset.records_held,
      ...(asset.records_read === undefined ? {} : { read: asset.records_read }),
      count: basis.records?.count ?? null,
      first_time: basis.records === null ? null : isoTime(basis.records.firstTime),
      tip: asset.tip,
      from_beginning: basis.records?.fromBeginning ?? false,
    },
    // Omitted from results made before this field existed, so that their bytes do not change.
    ...(asset.issuer_freeze === undefined ? {} : { issuer_freeze: asset.issuer_freeze }),
    ...(asset.prices === undefined ? {} : { prices: asset.prices }),
    ...(asset.lookalikes === undefined ? {} : { lookalikes: asset.lookalikes }),
    inputs: { as_of: isoTime(basis.asOf), ...basis.inputs },
    disclaimer: DISCLAIMER,
  };
}

function schemaOf({ text_set: textSet, payment }: FormerResult): Pick<CanonicalResult, 'schema' | 'text_set'> {
  // Results of the first text set keep their schema and their bytes, whenever they are signed.
  if (textSet === undefined) return { schema: FIRST_RESULT_SCHEMA };
  return { schema: payment === undefined ? RESULT_SCHEMA : PAYMENT_SCHEMA, text_set: textSet };
}

function paymentOf({ evidence }: FormerResult, payment: ResultPayment): CanonicalPayment {
  const { transaction_id, direction, time, block, moves, moves_in_all, parties } = payment;
  const { amount } = evidence[evidenceDirectionOf(direction)];
  return { transaction_id, direction, amount, time, block, moves, moves_in_all, parties };
}

function textsOf({ texts: { advice, codes, ...texts } }: FormerResult): CanonicalResult['texts'] {
  return { ...texts, ...(advice === undefined ? {} : { advice }), ...(codes === undefined ? {} : { codes }) };
}

function scoreOf(asset: FormerResult, { cause, linear }: CheckBasis): CanonicalScore {
  const { direction, category, layer, share, usd, lowered, scope, label } = cause;
  return {
    stars: asset.riskscore as Stars,
    total: asset.total,
    verdict: asset.verdict,
    rule: asset.cause.rule,
    reason: asset.cause.reason,
    direction,
    category: category === null ? null : categoryOf(category),
    layer,
    share,
    usd,
    lowered,
    ...(scope === undefined ? {} : { scope }),
    label,
    linear,
  };
}

const SIDES = { incoming: 'bwd', outgoing: 'fwd' } as const;

function directionOf(asset: FormerResult, basis: CheckBasis, side: 'incoming' | 'outgoing'): CanonicalDirection {
  const { records, amount, usd, rows, residuals, cut } = asset.evidence[side];
  const strong = basis.strongShares[side];
  if (strong.length !== rows.length) {
    throw new Error(`Check ${asset.sub_id} holds ${rows.length} ${side} rows and ${strong.length} strong shares`);
  }
  return {
    records,
    amount,
    usd,
    slices: slicesOf(asset.signals[SIDES[side]], asset.evidence[side]),
    rows: rows.map((row, index) => ({ ...row, strong_share: strong[index] ?? 0 })),
    residuals,
    residual_points: basis.residualPoints[SIDES[side]],
    cut,
  };
}

/** Largest share first, ties by id, so that the result does not depend on the order of a map. */
function slicesOf(signals: Readonly<Record<string, number>>, { usd }: DirectionEvidence): readonly CanonicalSlice[] {
  return Object.entries(signals)
    .map(([id, share]) => ({
      ...sliceFacts(id),
      share,
      usd: usd === null ? null : Math.round(share * usd * 100) / 100,
    }))
    .sort((a, b) => b.share - a.share || (a.id < b.id ? -1 : 1));
}

function sliceFacts(id: string): Pick<CanonicalSlice, 'id' | 'title' | 'group'> {
  if (isResidual(id)) return { id, title: titleOfShare(id), group: 'none' };
  const category = categoryOf(id);
  return { id: category, title: titleOfShare(category), group: CATEGORIES[category].group };
}

/** The label sources used by the result, by name, each with the newest date among its labels used here. */
function sourcesOf({ labels, evidence }: FormerResult): readonly CanonicalSource[] {
  const used = [
    ...labels,
    ...[evidence.incoming, evidence.outgoing].flatMap(({ rows }) => rows.flatMap((row) => row.labels)),
  ];
  const bySource = new Map<string, CanonicalSource>();
  for (const { source, source_url: url, source_date: date } of used) {
    const known = bySource.get(source);
    const newest = known === undefined || (date ?? '') > (known.date ?? '') ? date : known.date;
    const urls = [known?.url ?? null, url].filter((one) => one !== null).sort();
    bySource.set(source, { source, url: urls[0] ?? null, date: newest });
  }
  return [...bySource.values()].sort((a, b) => (a.source < b.source ? -1 : 1));
}

function categoryOf(id: string): Category {
  if (!isCategory(id)) throw new Error(`A stored check names the unknown category "${id}"`);
  return id;
}

function isoTime(seconds: number): string {
  return new Date(seconds * 1000).toISOString();
}

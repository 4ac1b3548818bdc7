import {
  type Connections,
  type DirectionEvidence,
  type EvidenceRow,
  type FormerResult,
  type IssuerFreeze,
  MAX_LOOKALIKES,
  type ResultPrices,
  type ResultReading,
} from '@assay/contracts';
import { type Asset, CATEGORIES, RESIDUAL_IDS, type RecordsRead, type Stars } from '@assay/domain';
import type {
  Assessment,
  AssessmentInput,
  Direction,
  DirectionExposure,
  ExplainedRow,
  Lookalike,
} from '@assay/exposure';
import { riskOfShare, titleOfShare } from '@assay/wording';
import {
  codesOf,
  isoTime,
  presentCut,
  presentLabel,
  presentPath,
  roundMillionths,
  writable,
} from './present-evidence.ts';

/** A result without id and time: exactly the bytes that are stored. */
export type ComputedCheck = Omit<FormerResult, 'sub_id' | 'created_at'> & { readonly riskscore: Stars };

/** What one line can say of a result: the fields that need no evidence. */
export type CheckSummary = Pick<
  ComputedCheck,
  | 'riskscore'
  | 'total'
  | 'verdict'
  | 'cause'
  | 'signals'
  | 'labels'
  | 'coverage'
  | 'confidence'
  | 'method_version'
  | 'text_set'
  | 'label_set_version'
  | 'tip'
> & { readonly texts: Pick<ComputedCheck['texts'], 'headline'> };

export interface CheckFacts {
  readonly asset: Asset;
  readonly address: string;
  readonly labelSetVersion: string;
  readonly recordsHeld: string;
  readonly recordsRead: RecordsRead;
  readonly tip: { readonly block: string | null; readonly time: Date } | null;
  /** Null where the issuer's word on the address does not matter. */
  readonly freeze: IssuerFreeze | null;
  readonly reading: ResultReading | null;
  readonly prices: ResultPrices;
  readonly lookalikes: readonly Lookalike[];
  readonly input: AssessmentInput;
  readonly assessment: Assessment;
}

/** Lists every published field; the order here is the order of the stored bytes. */
export function presentCheck(facts: CheckFacts): ComputedCheck {
  const { asset, assessment, input } = facts;
  return {
    ticker: asset.ticker,
    parent: asset.parent,
    subticker: asset.subticker,
    name: asset.name,
    address: facts.address,
    network: asset.network,
    decimals: asset.decimals,
    riskscore: assessment.stars,
    total: assessment.total,
    verdict: assessment.verdict,
    cause: causeOf(assessment),
    signals: { bwd: signalsOf(input.incoming), fwd: signalsOf(input.outgoing) },
    connections: {
      incoming: connectionsOf(input.incoming, input.incomingUsd),
      outgoing: connectionsOf(input.outgoing, input.outgoingUsd),
    },
    texts: textsOf(assessment),
    evidence: {
      incoming: evidenceOf('bwd', input.incoming, input.incomingUsd, assessment),
      outgoing: evidenceOf('fwd', input.outgoing, input.outgoingUsd, assessment),
    },
    labels: assessment.labels.map(presentLabel),
    coverage: coverageOf(assessment),
    confidence: assessment.confidence,
    complete: assessment.complete,
    notes: assessment.notes.map(({ kind, text, params, label }) => ({
      kind,
      text,
      ...(params === undefined ? {} : { params: writable(params) }),
      ...(label === undefined ? {} : { label }),
    })),
    method_version: assessment.methodVersion,
    // Omitted from results of the first revision, so that their bytes do not change.
    ...(assessment.methodRevision === 1 ? {} : { method_revision: assessment.methodRevision }),
    // Omitted from results of the first text set, so that their bytes do not change.
    ...(assessment.textSet === 1 ? {} : { text_set: assessment.textSet }),
    label_set_version: facts.labelSetVersion,
    tip: tipOf(facts.tip),
    records_held: facts.recordsHeld,
    records_read: facts.recordsRead,
    ...(facts.freeze === null ? {} : { issuer_freeze: facts.freeze }),
    prices: facts.prices,
    ...(facts.reading === null ? {} : { reading: facts.reading }),
    lookalikes: facts.lookalikes.slice(0, MAX_LOOKALIKES).map(({ address, resembles }) => ({ address, resembles })),
  };
}

/** The same values as {@link presentCheck} gives. */
export function presentSummary({ assessment, input, labelSetVersion, tip }: CheckFacts): CheckSummary {
  return {
    riskscore: assessment.stars,
    total: assessment.total,
    verdict: assessment.verdict,
    cause: causeOf(assessment),
    signals: { bwd: signalsOf(input.incoming), fwd: signalsOf(input.outgoing) },
    texts: { headline: assessment.headline },
    labels: assessment.labels.map(presentLabel),
    coverage: coverageOf(assessment),
    confidence: assessment.confidence,
    method_version: assessment.methodVersion,
    text_set: assessment.textSet,
    label_set_version: labelSetVersion,
    tip: tipOf(tip),
  };
}

function causeOf({ cause }: Assessment): ComputedCheck['cause'] {
  return { rule: cause.rule, reason: cause.rule === 'not_rated' ? cause.reason : null };
}

function coverageOf({ coverage: { attributed, clean, notFollowed } }: Assessment): ComputedCheck['coverage'] {
  return { attributed, clean, not_followed: notFollowed };
}

function tipOf(tip: CheckFacts['tip']): ComputedCheck['tip'] {
  return tip === null ? null : { block: tip.block, time: tip.time.toISOString() };
}

function textsOf(assessment: Assessment): ComputedCheck['texts'] {
  const { headline, text, why, wouldChange, advice, sentences } = assessment;
  const texts = { headline, text, why, would_change: [...wouldChange] };
  if (advice === null || sentences === null) return texts;
  return {
    ...texts,
    advice,
    codes: {
      headline: codesOf(sentences.headline),
      advice: codesOf(sentences.advice),
      text: codesOf(sentences.text),
      why: codesOf(sentences.why),
      would_change: codesOf(sentences.wouldChange),
    },
  };
}

/** Share per category and residual. Empty where no transfers are known in this direction (GAP-32). */
function signalsOf({ records, rows, residuals }: DirectionExposure): Record<string, number> {
  if (records === 0) return {};
  const shares = new Map<string, number>();
  for (const { category, share } of rows) shares.set(category, (shares.get(category) ?? 0) + share);
  for (const id of RESIDUAL_IDS) shares.set(id, residuals[id]);
  return Object.fromEntries([...shares].filter(([, share]) => share > 0));
}

function connectionsOf(exposure: DirectionExposure, totalUsd: number | null): Connections | null {
  if (totalUsd === null || exposure.records === 0) return null;
  const categories = Object.entries(signalsOf(exposure)).map(([id, share]) => ({
    ...categoryFacts(id),
    amount_usd: roundCents(share * totalUsd),
  }));
  return { total_usd: totalUsd, categories };
}

function categoryFacts(id: string): Omit<Connections['categories'][number], 'amount_usd'> {
  const category = id as Connections['categories'][number]['category'];
  return { category, title: titleOfShare(id), group: riskOfShare(id) };
}

function evidenceOf(
  direction: Direction,
  exposure: DirectionExposure,
  usd: number | null,
  assessment: Assessment,
): DirectionEvidence {
  const { unknown_origin, not_followed, still_held, fee } = exposure.residuals;
  return {
    records: exposure.records,
    amount: exposure.amount.toString(),
    usd: usd === null ? null : roundMillionths(usd),
    rows: assessment.rows.filter((row) => row.direction === direction).map(presentRow),
    residuals: { unknown_origin, not_followed, still_held, fee },
    cut: presentCut(exposure.cut),
  };
}

function presentRow(row: ExplainedRow): EvidenceRow {
  return {
    category: row.category,
    title: CATEGORIES[row.category].title,
    group: CATEGORIES[row.category].group,
    entity: row.entity,
    layer: row.layer,
    share: row.share,
    amount: row.amount.toString(),
    usd: row.usd === null ? null : roundMillionths(row.usd),
    hops: row.minHops,
    points: roundMillionths(row.points),
    too_small: row.tooSmall,
    decisive: row.decisive,
    // Omitted from results of version 1, so that their bytes do not change.
    ...(row.setAside === undefined ? {} : { set_aside: row.setAside }),
    before_designation: row.beforeDesignation,
    first_time: isoTime(row.firstTime),
    last_time: isoTime(row.lastTime),
    labels: row.labels.map(presentLabel),
    paths: row.paths.map(presentPath),
  };
}

function roundCents(usd: number): number {
  return Math.round(usd * 100) / 100;
}

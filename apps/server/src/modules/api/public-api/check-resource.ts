import { ERRORS, type ErrorName, type FormerResult, isErrorName, type ResultOf3 } from '@assay/contracts';
import type { CheckV1, TransferV1 } from '@assay/contracts/v1';
import { type ApiMode, RESIDUAL_IDS, verdictOfStars } from '@assay/domain';
import { adviceLine, headlineOf, riskOfShare, titleOfShare } from '@assay/wording';
import { checkedNetwork, resultOf, type StoredCheck } from '../../checks/index.ts';
import type { ApiCheck } from './api-checks.store.ts';

type Payment = TransferV1['payment'];
type Former = Omit<FormerResult, 'sub_id' | 'created_at'>;
type Of3 = Omit<ResultOf3, 'sub_id' | 'created_at'>;
type Result = Former | Of3;

/** A check of either mode as it is at a moment. */
export interface ShownCheck
  extends Pick<
    StoredCheck,
    | 'ticker'
    | 'parent'
    | 'address'
    | 'status'
    | 'charged'
    | 'progress'
    | 'failure'
    | 'transactionId'
    | 'paymentDirection'
  > {
  readonly mode: ApiMode;
  readonly named: Omit<ApiCheck, 'subId' | 'isJoined'>;
  /** As it was computed, or in test mode published; null until it is done. */
  readonly result: Result | null;
  /** Of the result. */
  readonly links: Pick<CheckV1, 'result_url' | 'report_url' | 'certificate_url'>;
  /** What its payment moved; default: what the evidence counts. */
  readonly paid?: Pick<Payment, 'amount' | 'amount_usd'>;
}

/** The fields that only a result fills. */
const WITHOUT_RESULT = {
  stars: null,
  score: null,
  verdict: null,
  not_rated_reason: null,
  summary: null,
  coverage: null,
  confidence: null,
  exposures: null,
  labels: null,
  notes: null,
  history_gaps: null,
  method_version: null,
  label_set_version: null,
  result_url: null,
  report_url: null,
  certificate_url: null,
} satisfies Partial<CheckV1>;

/** What of a payment is known before its result. */
const PAYMENT_WITHOUT_RESULT = {
  time: null,
  block: null,
  confirmed: null,
  amount: null,
  amount_usd: null,
  moves: null,
  moves_in_all: null,
  parties: null,
} satisfies Partial<Payment>;

interface ResourceOptions {
  readonly withEvidence: boolean;
}

/** What the public API answers of a check. */
export function resourceOf(shown: ShownCheck, options: ResourceOptions): CheckV1 | TransferV1 {
  return shown.named.object === 'check' ? checkResource(shown, options) : transferResource(shown, options);
}

/** What the end of a check is reported with. */
export function endOf(shown: ShownCheck) {
  const hasResult = shown.status === 'done';
  const options = { withEvidence: false };
  return shown.named.object === 'check'
    ? ({ type: hasResult ? 'check.completed' : 'check.failed', data: checkResource(shown, options) } as const)
    : ({ type: hasResult ? 'transfer.completed' : 'transfer.failed', data: transferResource(shown, options) } as const);
}

export function checkResource(shown: ShownCheck, { withEvidence }: ResourceOptions): CheckV1 {
  const { named, mode, status, ticker, parent, address, charged, progress, failure, result, links } = shown;
  return {
    id: named.id,
    object: 'check',
    mode,
    status: STATUS_OF[status],
    created_at: named.createdAt.toISOString(),
    address,
    asset: ticker,
    network: result?.network ?? checkedNetwork(ticker, parent),
    api_key: named.keyId,
    reference: named.reference,
    metadata: { ...named.metadata },
    progress: status === 'running' ? progress : 1,
    charged,
    failure: status === 'failed' ? failureOf(failure) : null,
    ...(result === null
      ? WITHOUT_RESULT
      : { ...(result.method_version === '3' ? fieldsOf3(result) : fieldsOf(result)), ...links }),
    // Those of version 3 of the method have evidence of another form, which is not part of this API yet.
    ...(withEvidence ? { evidence: result === null || result.method_version === '3' ? null : result.evidence } : {}),
  };
}

const STATUS_OF = { running: 'running', done: 'completed', failed: 'failed' } as const;

function transferResource(shown: ShownCheck, options: ResourceOptions): TransferV1 {
  const { transactionId, paymentDirection: direction, result, paid } = shown;
  if (transactionId === null || direction === null) throw new Error('a transfer is a check of a transaction');
  const found = result === null ? PAYMENT_WITHOUT_RESULT : { ...paymentOf(result, direction), ...paid };
  return {
    ...checkResource(shown, options),
    object: 'transfer',
    payment: { transaction_id: transactionId, direction, ...found },
  };
}

/**
 * A live check as it is stored.
 *
 * @param publicUrl URL of the site, without a slash at the end
 */
export function liveCheck(named: ApiCheck, check: StoredCheck, publicUrl: string): ShownCheck {
  const { subId, status, charged } = check;
  const result = status === 'done' ? resultOf(check) : null;
  const isSigned = result?.payment?.is_pending !== true;
  const links = {
    result_url: `${publicUrl}/riskcheck/${subId}`,
    report_url: isSigned ? `${publicUrl}/api/monitor/pdf/${subId}` : null,
    certificate_url: isSigned ? `${publicUrl}/api/monitor/check/${subId}/certificate.json` : null,
  };
  return { ...check, named, mode: 'live', charged: charged && !named.isJoined, result, links };
}

/** Why a check failed, by the name that the site has for it. */
function failureOf(failure: string | null): NonNullable<CheckV1['failure']> {
  const name: ErrorName = failure !== null && isErrorName(failure) ? failure : 'CheckFailed';
  return { code: snakeCase(name), message: ERRORS[name].message };
}

function snakeCase(name: string): string {
  return name.replace(/(?!^)[A-Z]/g, (letter) => `_${letter}`).toLowerCase();
}

/** Stars, or why there are none, and the words; shares by version 3 of the method are not part of this API yet. */
function fieldsOf3(result: Of3) {
  const { riskscore, texts, mixtures, decided } = result;
  return {
    stars: riskscore === 0 ? null : riskscore,
    score: mixtures.find(({ name }) => name === decided?.mixture)?.total ?? null,
    verdict: verdictOfStars(riskscore),
    not_rated_reason: notRatedReasonOf(result),
    summary: { headline: texts.headline, why: texts.why, advice: texts.advice, would_change: texts.would_change },
    coverage: null,
    confidence: result.confidence,
    exposures: null,
    labels: result.labels,
    notes: result.notes.map(({ kind, text }) => ({ kind, text })),
    history_gaps: result.reading?.gaps ?? [],
    method_version: result.method_version,
    label_set_version: result.label_set_version,
  };
}

/** The nearest word of this API: a finding that names what was found is too little to rate by. */
function notRatedReasonOf({ finding, no_answer }: Of3): CheckV1['not_rated_reason'] {
  switch (no_answer ?? finding) {
    case null:
      return null;
    case 'no_records':
      return 'no_records';
    case 'not_traceable':
      return 'not_traceable';
    case 'burn_address':
      return 'burn_address';
    case 'sources_failed':
    case 'unreadable':
      return 'sources_failed';
    case 'contact':
    case 'none_found':
    case 'too_little':
      return 'too_little_attributed';
  }
}

function fieldsOf(result: Former) {
  const { riskscore, texts, evidence } = result;
  return {
    stars: riskscore === 0 ? null : riskscore,
    score: result.total,
    verdict: result.verdict,
    not_rated_reason: result.cause.reason,
    summary: {
      headline: result.text_set === undefined ? headlineOf(result) : texts.headline,
      why: texts.why,
      advice: result.text_set === undefined ? adviceLine(result) : (texts.advice ?? null),
      would_change: texts.would_change,
    },
    coverage: result.coverage,
    confidence: result.confidence,
    exposures: {
      incoming: exposuresOf(result.signals.bwd, evidence.incoming.usd),
      outgoing: exposuresOf(result.signals.fwd, evidence.outgoing.usd),
    },
    labels: result.labels,
    notes: result.notes.map(({ kind, text }) => ({ kind, text })),
    history_gaps: result.reading?.gaps ?? [],
    method_version: result.method_version,
    label_set_version: result.label_set_version,
  };
}

function paymentOf(result: Result, direction: Payment['direction']) {
  const { payment } = result;
  if (payment === undefined) throw new Error('the result of a transfer has its payment');
  const { amount, usd } = paidBy(result, direction);
  const { time, block, moves, moves_in_all, parties, is_pending: isPending } = payment;
  const confirmed = isPending !== true;
  return { time, block, confirmed, amount, amount_usd: usd, moves, moves_in_all, parties };
}

function paidBy(
  result: Result,
  direction: Payment['direction'],
): { readonly amount: string; readonly usd: number | null } {
  if (result.method_version !== '3') {
    return direction === 'deposit' ? result.evidence.incoming : result.evidence.outgoing;
  }
  const mixture = result.mixtures.find(({ name }) => name === 'payment');
  return { amount: mixture?.amount ?? '0', usd: mixture?.usd ?? null };
}

/** The largest share first; residuals after all categories. */
export function exposuresOf(
  signals: Readonly<Record<string, number>>,
  usd: number | null,
): NonNullable<CheckV1['exposures']>['incoming'] {
  const residuals: ReadonlySet<string> = new Set(RESIDUAL_IDS);
  return Object.entries(signals)
    .toSorted(([one, a], [other, b]) => Number(residuals.has(one)) - Number(residuals.has(other)) || b - a)
    .map(([id, share]) => ({
      category: id as NonNullable<CheckV1['exposures']>['incoming'][number]['category'],
      title: titleOfShare(id),
      risk: riskOfShare(id),
      share,
      amount_usd: usd === null ? null : Math.round(share * usd * 100) / 100,
    }));
}

import { type CheckAsset, ERRORS, type ErrorName, isErrorName } from '@assay/contracts';
import type { CheckV1, TransferV1 } from '@assay/contracts/v1';
import { type ApiMode, RESIDUAL_IDS } from '@assay/domain';
import { adviceLine, headlineOf, riskOfShare, titleOfShare } from '@assay/wording';
import { assetOf, checkedNetwork, type StoredCheck } from '../../checks/index.ts';
import type { ApiCheck } from './api-checks.store.ts';

type Payment = TransferV1['payment'];
type PaymentName = Pick<Payment, 'transaction_id' | 'direction'>;

/** A check of either mode as it is at a moment. */
export interface ShownCheck
  extends Pick<CheckV1, 'address' | 'asset' | 'network' | 'status' | 'progress' | 'charged' | 'failure'> {
  readonly mode: ApiMode;
  readonly named: Omit<ApiCheck, 'subId' | 'isJoined'>;
  /** Of a check of a transaction. */
  readonly payment: PaymentName | null;
  /** Null until it is completed. */
  readonly result: ShownResult | null;
}

export interface ShownResult {
  readonly fields: Pick<CheckV1, keyof typeof WITHOUT_RESULT>;
  readonly evidence: NonNullable<CheckV1['evidence']>;
  /** Of a check of a transaction. */
  readonly payment: Omit<Payment, keyof PaymentName> | null;
}

/** The fields that only a result fills. */
export const WITHOUT_RESULT = {
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
  const hasResult = shown.status === 'completed';
  const options = { withEvidence: false };
  return shown.named.object === 'check'
    ? ({ type: hasResult ? 'check.completed' : 'check.failed', data: checkResource(shown, options) } as const)
    : ({ type: hasResult ? 'transfer.completed' : 'transfer.failed', data: transferResource(shown, options) } as const);
}

export function checkResource(shown: ShownCheck, { withEvidence }: ResourceOptions): CheckV1 {
  const { named, mode, status, address, asset, network, charged, progress, failure, result } = shown;
  return {
    id: named.id,
    object: 'check',
    mode,
    status,
    created_at: named.createdAt.toISOString(),
    address,
    asset,
    network,
    api_key: named.keyId,
    reference: named.reference,
    metadata: { ...named.metadata },
    progress: status === 'running' ? progress : 1,
    charged,
    failure,
    ...(result?.fields ?? WITHOUT_RESULT),
    ...(withEvidence ? { evidence: result?.evidence ?? null } : {}),
  };
}

function transferResource(shown: ShownCheck, options: ResourceOptions): TransferV1 {
  const { payment, result } = shown;
  if (payment === null) throw new Error('a transfer is a check of a transaction');
  return {
    ...checkResource(shown, options),
    object: 'transfer',
    payment: { ...payment, ...(result?.payment ?? PAYMENT_WITHOUT_RESULT) },
  };
}

/**
 * A live check as it is stored.
 *
 * @param publicUrl URL of the site, without a slash at the end
 */
export function liveCheck(named: ApiCheck, check: StoredCheck, publicUrl: string): ShownCheck {
  const { status, ticker, parent, address, charged, progress, transactionId, paymentDirection } = check;
  const asset = status === 'done' ? assetOf(check) : null;
  return {
    named,
    mode: 'live',
    status: STATUS_OF[status],
    address,
    asset: ticker,
    network: asset?.network ?? checkedNetwork(ticker, parent),
    progress,
    charged: charged && !named.isJoined,
    failure: status === 'failed' ? failureOf(check.failure) : null,
    payment:
      transactionId === null || paymentDirection === null
        ? null
        : { transaction_id: transactionId, direction: paymentDirection },
    result: asset === null ? null : resultOf(asset, check, publicUrl),
  };
}

const STATUS_OF = { running: 'running', done: 'completed', failed: 'failed' } as const;

/** Why a check failed, by the name that the site has for it. */
export function failureOf(failure: string | null): NonNullable<CheckV1['failure']> {
  const name: ErrorName = failure !== null && isErrorName(failure) ? failure : 'CheckFailed';
  return { code: snakeCase(name), message: ERRORS[name].message };
}

function snakeCase(name: string): string {
  return name.replace(/(?!^)[A-Z]/g, (letter) => `_${letter}`).toLowerCase();
}

function resultOf(asset: CheckAsset, { subId, paymentDirection }: StoredCheck, publicUrl: string): ShownResult {
  const { riskscore, texts, coverage, notes, evidence } = asset;
  const isSigned = asset.payment?.is_pending !== true;
  const fields = {
    stars: riskscore === 0 ? null : riskscore,
    score: asset.total,
    verdict: asset.verdict,
    not_rated_reason: asset.cause.reason,
    summary: {
      headline: asset.text_set === undefined ? headlineOf(asset) : texts.headline,
      why: texts.why,
      advice: asset.text_set === undefined ? adviceLine(asset) : (texts.advice ?? null),
      would_change: texts.would_change,
    },
    coverage,
    confidence: asset.confidence,
    exposures: {
      incoming: exposuresOf(asset.signals.bwd, evidence.incoming.usd),
      outgoing: exposuresOf(asset.signals.fwd, evidence.outgoing.usd),
    },
    labels: asset.labels,
    notes: notes.map(({ kind, text }) => ({ kind, text })),
    history_gaps: asset.reading?.gaps ?? [],
    method_version: asset.method_version,
    label_set_version: asset.label_set_version,
    result_url: `${publicUrl}/riskcheck/${subId}`,
    report_url: isSigned ? `${publicUrl}/api/monitor/pdf/${subId}` : null,
    certificate_url: isSigned ? `${publicUrl}/api/monitor/check/${subId}/certificate.json` : null,
  };
  return { fields, evidence, payment: paymentDirection === null ? null : paymentOf(asset, paymentDirection) };
}

function paymentOf({ payment, evidence }: CheckAsset, direction: Payment['direction']): ShownResult['payment'] {
  if (payment === undefined) throw new Error('the result of a transfer has its payment');
  const { amount, usd } = direction === 'deposit' ? evidence.incoming : evidence.outgoing;
  const { time, block, moves, moves_in_all, parties, is_pending: isPending } = payment;
  const confirmed = isPending !== true;
  return { time, block, confirmed, amount, amount_usd: usd, moves, moves_in_all, parties };
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

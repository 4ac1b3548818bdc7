import { type CheckAsset, ERRORS, type ErrorName, isErrorName } from '@assay/contracts';
import type { CheckV1, Expansion } from '@assay/contracts/v1';
import { RESIDUAL_IDS } from '@assay/domain';
import { adviceLine, headlineOf, riskOfShare, titleOfShare } from '@assay/wording';
import { assetOf, checkedNetwork, type StoredCheck } from '../../checks/index.ts';
import type { ApiChecksService, NamedCheck } from './api-checks.service.ts';
import type { CheckCalls, CheckView } from './check-calls.ts';

export interface ResourceOptions {
  /** URL of the site, without a slash at the end. */
  readonly publicUrl: string;
  readonly withEvidence: boolean;
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

/** The calls of live keys. */
export function liveChecks(apiChecks: ApiChecksService, publicUrl: string): CheckCalls {
  const view = (named: NamedCheck): CheckView => ({
    isRunning: named.check.status === 'running',
    resource: (expand: readonly Expansion[]) =>
      checkResource(named, { publicUrl, withEvidence: expand.includes('evidence') }),
  });
  return {
    create: async (key, { request, ...wish }) => view(await apiChecks.create(key, { object: 'check', request }, wish)),
    retrieve: async (workspace, id) => view(await apiChecks.retrieve(workspace, 'check', id)),
    cancel: async (workspace, id) => view(await apiChecks.cancel(workspace, 'check', id)),
    async list(workspace, wish) {
      const { checks, nextCursor } = await apiChecks.list(workspace, 'check', wish);
      return { checks: checks.map(view), nextCursor };
    },
  };
}

/** A check as the public API shows it. */
export function checkResource({ named, check }: NamedCheck, options: ResourceOptions): CheckV1 {
  const { status, ticker, parent, address, charged, progress } = check;
  const facts = {
    id: named.id,
    object: 'check' as const,
    mode: 'live' as const,
    status: STATUS_OF[status],
    created_at: named.createdAt.toISOString(),
    address,
    asset: ticker,
    network: checkedNetwork(ticker, parent),
    api_key: named.keyId,
    reference: named.reference,
    metadata: { ...named.metadata },
    progress: status === 'running' ? progress : 1,
    charged: charged && !named.isJoined,
    failure: status === 'failed' ? failureOf(check.failure) : null,
  };
  const expanded = options.withEvidence ? { evidence: null } : {};
  if (status !== 'done') return { ...facts, ...WITHOUT_RESULT, ...expanded };
  const asset = assetOf(check);
  return {
    ...facts,
    network: asset.network ?? facts.network,
    ...resultOf(asset),
    ...linksOf(check, options.publicUrl, asset.payment?.is_pending !== true),
    ...(options.withEvidence ? { evidence: asset.evidence } : {}),
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

function resultOf(asset: CheckAsset) {
  const { riskscore, texts, coverage, notes } = asset;
  return {
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
      incoming: exposuresOf(asset.signals.bwd, asset.evidence.incoming.usd),
      outgoing: exposuresOf(asset.signals.fwd, asset.evidence.outgoing.usd),
    },
    labels: asset.labels,
    notes: notes.map(({ kind, text }) => ({ kind, text })),
    history_gaps: asset.reading?.gaps ?? [],
    method_version: asset.method_version,
    label_set_version: asset.label_set_version,
  };
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

function linksOf({ subId }: StoredCheck, publicUrl: string, isSigned: boolean) {
  return {
    result_url: `${publicUrl}/riskcheck/${subId}`,
    report_url: isSigned ? `${publicUrl}/api/monitor/pdf/${subId}` : null,
    certificate_url: isSigned ? `${publicUrl}/api/monitor/check/${subId}/certificate.json` : null,
  };
}

import type { BotExposure, BotResult, BotResultOf3, FormerResult, ResultOf3, ResultPayment } from '@assay/contracts';
import { adviceLine, headlineOf, riskOfShare, titleOfShare } from '@assay/wording';

export interface ResultFacts {
  /** The public address of the site, without a trailing slash. */
  readonly publicUrl: string;
  readonly revokedAt: Date | null;
}

/** The part of a result that fits into a message. */
export function presentResult(asset: FormerResult, { publicUrl, revokedAt }: ResultFacts): BotResult {
  const { sub_id, ticker, parent, subticker, name, address, created_at, riskscore, verdict, cause, texts } = asset;
  return {
    sub_id,
    ticker,
    parent,
    subticker,
    name,
    address,
    created_at,
    riskscore,
    verdict,
    cause,
    texts: { headline: headlineOf(asset), text: texts.text, why: texts.why, advice: adviceLine(asset) },
    exposures: {
      incoming: exposuresOf(asset, 'incoming', 'bwd'),
      outgoing: exposuresOf(asset, 'outgoing', 'fwd'),
    },
    coverage: asset.coverage,
    confidence: asset.confidence,
    complete: asset.complete,
    ...(asset.records_read === undefined ? {} : { records_read: asset.records_read }),
    labels: asset.labels.map(({ entity, category }) => ({ entity, category })),
    other_network: otherNetworkOf(asset),
    issuer_freeze: asset.issuer_freeze ?? null,
    reading: readingOf(asset),
    ...(asset.payment === undefined ? {} : { payment: paymentOf(asset.payment) }),
    url: resultUrl(publicUrl, sub_id),
    revoked_at: revokedAt?.toISOString() ?? null,
  };
}

/** The same of a result of version 3 of the method. */
export function presentResultOf3(result: ResultOf3, { publicUrl, revokedAt }: ResultFacts): BotResultOf3 {
  const { sub_id, ticker, parent, subticker, name, address, created_at, riskscore } = result;
  const { headline, below_verdict, text, why, advice } = result.texts;
  return {
    ...{ sub_id, ticker, parent, subticker, name, address, created_at, riskscore },
    finding: result.finding,
    no_answer: result.no_answer,
    confidence: result.confidence,
    texts: { headline, below_verdict, text, why, advice },
    ...(result.payment === undefined ? {} : { payment: paymentOf(result.payment) }),
    url: resultUrl(publicUrl, sub_id),
    revoked_at: revokedAt?.toISOString() ?? null,
  };
}

/** The page of a result, also used as the share link. */
export function resultUrl(publicUrl: string, subId: string): string {
  return `${publicUrl}/riskcheck/${subId}`;
}

function readingOf({ reading }: FormerResult): BotResult['reading'] {
  if (reading === undefined) return null;
  const { providers, calls, history_from, gaps } = reading;
  return { providers, calls, history_from, ...(gaps === undefined ? {} : { gaps }) };
}

function paymentOf({ transaction_id, direction, is_pending }: ResultPayment): BotResult['payment'] {
  return is_pending === true ? { transaction_id, direction, is_pending } : { transaction_id, direction };
}

/** Largest first; null where no transfers are known in this direction. */
function exposuresOf(
  { evidence, signals, connections }: FormerResult,
  direction: 'incoming' | 'outgoing',
  key: 'bwd' | 'fwd',
): BotExposure[] | null {
  if (evidence[direction].records === 0) return null;
  const dollars = new Map(
    connections[direction]?.categories.map(({ category, amount_usd }): [string, number] => [category, amount_usd]),
  );
  return Object.entries(signals[key])
    .map(([id, share]) => ({ ...nameOf(id), share, amount_usd: dollars.get(id) ?? null }))
    .toSorted((a, b) => b.share - a.share);
}

function nameOf(id: string): Pick<BotExposure, 'category' | 'title' | 'group'> {
  return { category: id as BotExposure['category'], title: titleOfShare(id), group: riskOfShare(id) };
}

function otherNetworkOf({ notes }: FormerResult): BotResult['other_network'] {
  for (const { label, text } of notes) if (label !== undefined) return { ...label, text };
  return null;
}

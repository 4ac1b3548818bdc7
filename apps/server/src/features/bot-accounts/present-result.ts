import type { BotExposure, BotResult, CheckAsset } from '@assay/contracts';
import { CATEGORIES, type Category, RESIDUALS, type Residual } from '@assay/domain';

export interface ResultFacts {
  /** The address visitors use, without a slash at the end. */
  readonly publicUrl: string;
  readonly revokedAt: Date | null;
}

/** As much of a result as a message holds. */
export function presentResult(asset: CheckAsset, { publicUrl, revokedAt }: ResultFacts): BotResult {
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
    texts: { headline: texts.headline, text: texts.text, why: texts.why },
    exposures: {
      incoming: exposuresOf(asset, 'incoming', 'bwd'),
      outgoing: exposuresOf(asset, 'outgoing', 'fwd'),
    },
    coverage: asset.coverage,
    confidence: asset.confidence,
    complete: asset.complete,
    labels: asset.labels.map(({ entity, category }) => ({ entity, category })),
    issuer_freeze: asset.issuer_freeze ?? null,
    reading: readingOf(asset),
    url: resultUrl(publicUrl, sub_id),
    revoked_at: revokedAt?.toISOString() ?? null,
  };
}

/** The page of a result: also the link to share. */
export function resultUrl(publicUrl: string, subId: string): string {
  return `${publicUrl}/riskcheck/${subId}`;
}

function readingOf({ reading }: CheckAsset): BotResult['reading'] {
  if (reading === undefined) return null;
  const { providers, calls, history_from } = reading;
  return { providers, calls, history_from };
}

/** Largest first; null where no transfers are known that way. */
function exposuresOf(
  { evidence, signals, connections }: CheckAsset,
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
  if (isResidual(id)) return { category: id, title: RESIDUALS[id].title, group: 'none' };
  const category = id as Category;
  return { category, title: CATEGORIES[category].title, group: CATEGORIES[category].group };
}

function isResidual(id: string): id is Residual {
  return Object.hasOwn(RESIDUALS, id);
}

import type { CheckAsset, ShowcaseCheck } from '@assay/contracts';
import { CATEGORIES, isCategory } from '@assay/domain';
import { headlineOf } from '@assay/wording';
import type { ShowcaseExample } from './showcase.ports.ts';

/** What the site shows of a check, next to the link to its whole result. */
export function presentShowcase(example: ShowcaseExample, asset: CheckAsset): ShowcaseCheck {
  const { sub_id, ticker, parent, address, created_at, riskscore, verdict, texts, signals } = asset;
  const direction = hasAny(signals.bwd) ? 'incoming' : hasAny(signals.fwd) ? 'outgoing' : null;
  return {
    sub_id,
    ticker,
    parent,
    address,
    created_at,
    title: example.title,
    riskscore,
    verdict,
    headline: headlineOf(asset),
    text: texts.text,
    direction,
    shares: sharesOf(direction === 'outgoing' ? signals.fwd : signals.bwd),
  };
}

type Signals = CheckAsset['signals']['bwd'];

function hasAny(signals: Signals): boolean {
  return Object.values(signals).some((share) => share > 0);
}

function sharesOf(signals: Signals): ShowcaseCheck['shares'] {
  const shares = { high: 0, mid: 0, low: 0, none: 0 };
  for (const [key, share] of Object.entries(signals)) {
    shares[isCategory(key) ? CATEGORIES[key].group : 'none'] += share;
  }
  return shares;
}

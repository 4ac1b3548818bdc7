import { CATEGORIES, type Category, RESIDUALS } from '@assay/domain';
import type { ComputedCheck } from '../checks/index.ts';
import type { ScreenedAddress } from './screening.ports.ts';

const SHARES_SHOWN = 5;

/** A check in the few words of a list. */
export function screenedOf(check: ComputedCheck): ScreenedAddress {
  return {
    stars: check.riskscore,
    total: check.total,
    verdict: check.verdict,
    rule: check.cause.rule,
    reason: check.cause.reason,
    confidence: check.confidence,
    attributed: check.coverage.attributed,
    notFollowed: check.coverage.not_followed,
    incoming: sharesOf(check.signals.bwd),
    outgoing: sharesOf(check.signals.fwd),
    labels: check.labels.map(({ entity, category }) => `${entity} (${CATEGORIES[category].title})`).join('; '),
    headline: check.texts.headline.replaceAll('\n', ' '),
    methodVersion: check.method_version,
    labelSetVersion: check.label_set_version,
    recordsUntil: check.tip?.time ?? null,
  };
}

/** The largest shares, largest first. */
function sharesOf(signals: Readonly<Record<string, number>>): string {
  return Object.entries(signals)
    .toSorted(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
    .slice(0, SHARES_SHOWN)
    .map(([id, share]) => `${titleOf(id)} ${(share * 100).toFixed(2)}%`)
    .join('; ');
}

function titleOf(id: string): string {
  return Object.hasOwn(RESIDUALS, id)
    ? RESIDUALS[id as keyof typeof RESIDUALS].title
    : CATEGORIES[id as Category].title;
}

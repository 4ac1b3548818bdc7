import { formatShare, headlineOf, titleOfShare } from '@assay/wording';
import type { CheckSummary } from '../checks/present-check.ts';
import type { ScreenedAddress } from './screening.ports.ts';

const SHARES_SHOWN = 5;

/** The summary of a check for one line of a list. */
export function screenedOf(check: CheckSummary): ScreenedAddress {
  return {
    stars: check.riskscore,
    total: check.total,
    verdict: check.verdict,
    rule: check.cause.rule,
    reason: check.cause.reason,
    confidence: check.confidence,
    attributed: check.coverage.attributed,
    notFollowed: check.coverage.not_followed,
    incoming: sharesText(check.signals.bwd),
    outgoing: sharesText(check.signals.fwd),
    labels: labelsText(check.labels),
    headline: headlineOf(check).replaceAll('\n', ' '),
    methodVersion: check.method_version,
    labelSetVersion: check.label_set_version,
    recordsUntil: check.tip?.time ?? null,
  };
}

/** The largest shares, largest first. */
function sharesText(signals: Readonly<Record<string, number>>): string {
  return Object.entries(signals)
    .toSorted(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
    .slice(0, SHARES_SHOWN)
    .map(([id, share]) => `${titleOfShare(id)} ${formatShare(share, 2)}`)
    .join('; ');
}

/** Labels as one cell. */
function labelsText(labels: CheckSummary['labels']): string {
  return labels.map(({ entity, category }) => `${entity} (${titleOfShare(category)})`).join('; ');
}

import type { CanonicalResult } from '@assay/certificate';
import type { ShownResult } from '@assay/wording';

/** A canonical result as the words at its top need it. */
export function shownOf({ score, confidence, coverage, labels, texts }: CanonicalResult): ShownResult {
  const { verdict, rule, reason, label } = score;
  return { verdict, cause: { rule, reason }, confidence, coverage, labels: label === null ? labels : [label], texts };
}

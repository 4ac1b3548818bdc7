import type { CanonicalResult } from '@assay/certificate';
import type { ShownResult } from '@assay/wording';

/** A canonical result as the words at its top need it. */
export function shownOf(result: CanonicalResult): ShownResult {
  const { score, confidence, coverage, labels, texts, text_set } = result;
  const { verdict, rule, reason, label } = score;
  const own = label === null ? labels : [label];
  return { verdict, cause: { rule, reason }, confidence, coverage, labels: own, texts, text_set };
}

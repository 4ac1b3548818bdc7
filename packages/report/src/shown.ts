import { type CanonicalResult, evidenceDirectionOf } from '@assay/certificate';
import { DIRECTIONS, type DirectionName, RESULT_WORDS, type ShownResult } from '@assay/wording';

/** A canonical result as the words at its top need it. */
export function shownOf(result: CanonicalResult): ShownResult {
  const { score, confidence, coverage, labels, texts, text_set } = result;
  const { verdict, rule, reason, label } = score;
  const own = label === null ? labels : [label];
  return { verdict, cause: { rule, reason }, confidence, coverage, labels: own, texts, text_set };
}

/** The directions that a result has: the other one of a payment does not exist. */
export function directionsOf({ payment }: Pick<CanonicalResult, 'payment'>): readonly DirectionName[] {
  return payment === undefined ? DIRECTIONS : [evidenceDirectionOf(payment.direction)];
}

/** What the subject of a result is called where its paths end: 'this wallet'. */
export function subjectWord({ payment }: Pick<CanonicalResult, 'payment'>): string {
  return payment === undefined ? RESULT_WORDS.thisWallet : RESULT_WORDS.thisPayment;
}

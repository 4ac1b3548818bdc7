import type { CanonicalResult } from '@assay/certificate';
import { type Fact, paymentFacts, wordsOn } from '@assay/wording';

/** The headline that was signed; before one of text set 1, what limits it. */
export function headlineOfResult({ texts, score, confidence, coverage }: CanonicalResult): string {
  const { verdict, rule } = score;
  return wordsOn(texts.headline, { verdict, rule, confidence, attributed: coverage.attributed });
}

/** The payment that was signed; nothing for the result of an address. */
export function factsOnPayment({ payment, address, asset }: CanonicalResult): readonly Fact[] {
  return payment === undefined ? [] : paymentFacts(payment, address, asset);
}

// Not of the whole package: what verifies a file is loaded when there is one.
import { isOf3, type SignedCheck, type SignedResult } from '@assay/certificate/signed-check';
import { type Fact, paymentFacts, wordsOn } from '@assay/wording';

/** The headline that was signed; before one of text set 1, what limits it. */
export function headlineOfResult(result: SignedResult): string {
  if (isOf3(result)) return result.texts.headline;
  const { texts, score, confidence, coverage } = result;
  const { verdict, rule } = score;
  return wordsOn(texts.headline, { verdict, rule, confidence, attributed: coverage.attributed });
}

/** The payment that was signed; nothing for the result of an address. */
export function factsOnPayment({ payment, address, asset }: SignedCheck): readonly Fact[] {
  return payment === null ? [] : paymentFacts(payment, address, asset);
}

import type { CanonicalResult } from '@assay/certificate';
import { wordsOn } from '@assay/wording';

/** The headline that was signed; before one of text set 1, what limits it. */
export function headlineOfResult({ texts, score, confidence, coverage }: CanonicalResult): string {
  const { verdict, rule } = score;
  return wordsOn(texts.headline, { verdict, rule, confidence, attributed: coverage.attributed });
}

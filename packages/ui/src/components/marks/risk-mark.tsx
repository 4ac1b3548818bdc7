import { RISK_MARKS } from '@assay/figures';
import { MarkGlyph } from './mark-glyph.tsx';

/** A risk group of the screen; `none` is what belongs to no category. */
export type RiskKey = keyof typeof RISK_MARKS;

export const RISK_WORDS: Record<RiskKey, string> = {
  high: 'High risk',
  mid: 'Medium risk',
  low: 'Low risk',
  none: 'Not attributed',
};

/** The shape alone. Put the word beside it, or in a visually hidden span. */
export function RiskMark({ risk }: { risk: RiskKey }) {
  return <MarkGlyph mark={RISK_MARKS[risk]} className="risk-mark" risk={risk} />;
}

/** Shape and word. */
export function RiskTag({ risk }: { risk: RiskKey }) {
  return (
    <span className="risk" data-risk={risk}>
      <MarkGlyph mark={RISK_MARKS[risk]} />
      {RISK_WORDS[risk]}
    </span>
  );
}

import { RISK_MARKS } from '@assay/figures';
import { RISK_WORDS, type RiskKey } from '@assay/wording';
import { MarkGlyph } from './mark-glyph.tsx';

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

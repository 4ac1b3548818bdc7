import type { Stars as Score } from '@assay/domain';
import { type StarSize, starMarks } from '@assay/figures';
import { MarkGlyph } from './mark-glyph.tsx';

export interface StarsProps {
  readonly score: Score;
  readonly size: StarSize;
  /** Strike the marks one after another, once: a result seen for the first time. */
  readonly striking?: boolean;
}

/** Five hallmarks, struck or blank. A score of 0 is the chip N/A, never five blanks. */
export function Stars({ score, size, striking = false }: StarsProps) {
  if (score === 0) return <span className="na">N/A</span>;
  return (
    <span
      className="stars"
      data-size={size}
      data-striking={striking ? '' : undefined}
      role="img"
      aria-label={`${score} of 5 stars`}
    >
      {starMarks(score, size).map(({ struck, mark }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the position is the identity of a hallmark.
        <MarkGlyph key={index} mark={mark} className={struck ? 'struck' : 'blank'} />
      ))}
    </span>
  );
}

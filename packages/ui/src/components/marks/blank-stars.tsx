import { BLANK_STARS, type StarSize } from '@assay/figures';
import { MarkGlyph } from './mark-glyph.tsx';

const STARS = [1, 2, 3, 4, 5] as const;

/** Five blanks, as decoration of an empty state. A score of 0 is never drawn so: that is the chip N/A. */
export function BlankStars({ size }: { readonly size: StarSize }) {
  return (
    <span className="stars" data-size={size} aria-hidden="true">
      {STARS.map((star) => (
        <MarkGlyph key={star} mark={BLANK_STARS[size]} className="blank" />
      ))}
    </span>
  );
}

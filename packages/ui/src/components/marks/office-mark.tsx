import { OFFICE_MARK } from '@assay/figures';
import { MarkGlyph } from './mark-glyph.tsx';

export function OfficeMark({ className = 'office' }: { className?: string }) {
  return <MarkGlyph mark={OFFICE_MARK} className={className} />;
}

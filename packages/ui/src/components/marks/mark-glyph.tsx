import type { Mark, MarkLayer } from '@assay/figures';

const CLASS_OF_PAINT: Record<MarkLayer['paint'], string> = {
  ink: 'mark-ink',
  cut: 'mark-cut',
  inkLine: 'mark-line',
  cutLine: 'mark-cut-line',
};

/** Draws a mark of `@assay/figures`. Decoration: words beside it carry the meaning. */
export function MarkGlyph({ mark, className, risk }: { mark: Mark; className?: string; risk?: string }) {
  return (
    <svg className={className} data-risk={risk} viewBox={`0 0 ${mark.boxUnits} ${mark.boxUnits}`} aria-hidden="true">
      {mark.layers.map((layer) => (
        <path
          key={layer.paint + layer.path}
          className={CLASS_OF_PAINT[layer.paint]}
          d={layer.path}
          opacity={layer.opacity}
          strokeWidth={layer.width}
          strokeDasharray={layer.dash?.join(' ')}
        />
      ))}
    </svg>
  );
}

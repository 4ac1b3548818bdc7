import type { CanonicalResult } from '@assay/certificate';
import { Resvg } from '@resvg/resvg-js';
import { previewSvg } from './preview-svg.ts';

/**
 * The picture of a result for link previews: 1200 by 630 pixels, PNG. Score, asset, shortened address, time and rosette;
 * nothing of the owner. The same result gives the same bytes.
 *
 * @example
 * const png = renderPreview(result);
 */
export function renderPreview(result: CanonicalResult): Uint8Array {
  return new Resvg(previewSvg(result), { font: { loadSystemFonts: false } }).render().asPng();
}

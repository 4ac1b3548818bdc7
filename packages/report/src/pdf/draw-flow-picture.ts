import type { FlowPicture } from '@assay/figures';
import { mix, PALETTE, RISK_COLOURS, toneOf } from '../palette.ts';
import { hatchOperators } from './hatch.ts';
import type { Paper } from './paper.ts';

/** As on the page: the body of a band is a wash of its colour, what was not followed an outline alone. */
const WASH = { category: 0.24, residual: 0.16 } as const;
/** A bar of less stays solid: a hatch would only fray it. */
const HATCH_LEAST = 4;

/** The bands and bars of a flow picture, its top left corner at (x, y). Its text is set beside it. */
export function drawFlowPicture({ doc }: Paper, picture: FlowPicture, x: number, y: number): void {
  doc.save();
  doc.translate(x, y);
  for (const { group, category, path } of picture.bands) {
    const { fill } = RISK_COLOURS[group];
    if (category === 'not_followed') {
      doc.path(path).lineWidth(0.6).dash(2.4, { space: 1.8 }).stroke(fill);
      doc.undash();
      continue;
    }
    const wash = mix(fill, PALETTE.sheet, group === 'none' ? WASH.residual : WASH.category);
    doc.path(path).lineWidth(0.35).fillAndStroke(wash, fill);
  }
  for (const { kind, group, tone, ...box } of picture.bars) {
    doc.rect(box.x, box.y, box.width, box.height).fill(kind === 'wallet' ? PALETTE.ink : toneOf(group, tone));
    if (kind === 'wallet' || box.height < HATCH_LEAST) continue;
    doc.save();
    doc.rect(box.x, box.y, box.width, box.height).clip();
    doc.addContent(hatchOperators(group, box.x, box.y, Math.max(box.width, box.height)));
    doc.restore();
  }
  doc.restore();
}

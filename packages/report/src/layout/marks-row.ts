import type { CanonicalResult } from '@assay/certificate';
import { OFFICE_MARK } from '@assay/figures';
import { NOT_RATED } from '@assay/wording';
import { widthOf } from '../fonts/measure.ts';
import { PALETTE } from '../palette.ts';
import { drawAsset, drawMark } from '../pdf/draw-figures.ts';
import { PAGE, type Paper } from '../pdf/paper.ts';
import { STYLE } from '../styles.ts';

const BOX = 30;
const STEP = 49;
const INK = PALETTE.brassInk;

/** Office, asset, score and year: a signature. It repeats what is already on the sheet. */
export function drawMarksRow(paper: Paper, { asset, score, checked_at: checkedAt }: CanonicalResult, y: number): void {
  const { doc } = paper;
  paper.artifact('Layout', () => {
    const at = (index: number) => PAGE.left + 2 + index * STEP;
    drawMark(paper, OFFICE_MARK, { x: at(0), y, side: BOX }, INK);
    const ring = at(1) + BOX / 2;
    doc
      .circle(ring, y + BOX / 2, 15.4)
      .lineWidth(1.1)
      .stroke(INK);
    drawAsset(paper, asset.ticker, { x: ring - 11.5, y: y + BOX / 2 - 11.5, side: 23 }, INK);
    doc
      .rect(at(2), y + 2.5, BOX, BOX - 5)
      .lineWidth(1.1)
      .stroke(INK);
    centred(paper, score.stars === 0 ? NOT_RATED : `${score.stars}/5`, at(2) + BOX / 2, y + 19.4);
    doc.save();
    doc.translate(at(3), y).scale(0.75);
    doc.path('M4 2.5h32v20c0 8-7 12-16 15.5C11 34.5 4 30.5 4 22.5z').lineWidth(1.5).stroke(INK);
    doc.restore();
    centred(paper, checkedAt.slice(2, 4), at(3) + BOX / 2, y + 18);
    for (const [index, word] of ['Office', 'Asset', 'Score', 'Year'].entries()) {
      paper.line(word, at(index) + BOX / 2 - widthOf(word, STYLE.label) / 2, y + BOX + 12, STYLE.label);
    }
  });
}

function centred(paper: Paper, text: string, middle: number, baseline: number): void {
  const style = { face: 'sansMedium', sizePoints: 11, colour: INK } as const;
  paper.line(text, middle - widthOf(text, style) / 2, baseline, style);
}

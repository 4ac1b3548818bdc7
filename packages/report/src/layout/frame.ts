import { OFFICE_MARK } from '@assay/figures';
import { mix, PALETTE } from '../palette.ts';
import { drawMark } from '../pdf/draw-figures.ts';
import { PAGE, type Paper } from '../pdf/paper.ts';
import { STYLE } from '../styles.ts';

const OUTER = 21;
const INNER = 25.5;
const CUT = 10;

export interface FrameWords {
  /** What the document is: 'Assay certificate'. Printable. */
  readonly title: string;
  /** 'No. …' */
  readonly number: string;
}

/** What every page has: the sheet, the double rule with cut corners, the office and the number of the report. */
export function drawFrame(paper: Paper, { title, number }: FrameWords, isFirst: boolean): void {
  const { doc } = paper;
  paper.artifact('Layout', () => {
    doc.rect(0, 0, PAGE.width, PAGE.height).fill(PALETTE.sheet);
    doc.lineWidth(0.9);
    cutFrame(doc, OUTER, CUT);
    doc.stroke(mix(PALETTE.brass, PALETTE.sheet, 0.85));
    doc.lineWidth(0.5);
    cutFrame(doc, INNER, CUT - 1.8);
    doc.stroke(mix(PALETTE.brass, PALETTE.sheet, 0.45));
  });
  const head = () => {
    drawMark(paper, OFFICE_MARK, { x: PAGE.left, y: 42.5, side: 17 }, PALETTE.ink);
    paper.line(title, PAGE.left + 25, 54.5, STYLE.office);
    paper.lineRight(number, PAGE.right, 54.5, STYLE.number);
  };
  if (isFirst) {
    paper.tagged(paper.root, 'P', head);
    return;
  }
  paper.artifact('Pagination', head);
}

/** 'Page 2 of 5', once the number of pages is known. */
export function numberPages(paper: Paper): void {
  for (let page = 0; page < paper.pages; page++) {
    paper.doc.switchToPage(page);
    paper.artifact('Pagination', () =>
      paper.line(`Page ${page + 1} of ${paper.pages}`, PAGE.width / 2 - 20, 808, STYLE.cellQuiet),
    );
  }
}

function cutFrame(doc: PDFKit.PDFDocument, inset: number, cut: number): void {
  const right = PAGE.width - inset;
  const bottom = PAGE.height - inset;
  doc
    .moveTo(inset + cut, inset)
    .lineTo(right - cut, inset)
    .lineTo(right, inset + cut)
    .lineTo(right, bottom - cut)
    .lineTo(right - cut, bottom)
    .lineTo(inset + cut, bottom)
    .lineTo(inset, bottom - cut)
    .lineTo(inset, inset + cut)
    .closePath();
}

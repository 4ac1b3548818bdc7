import { type TextStyle, wrapText } from '../fonts/measure.ts';
import { printable } from '../fonts/printable.ts';
import { PALETTE } from '../palette.ts';
import { PAGE, type Paper, TEXT_WIDTH } from '../pdf/paper.ts';
import { LEADING, STYLE } from '../styles.ts';

type Element = PDFKit.PDFStructureElement;

export interface ColumnPlace {
  readonly x: number;
  readonly widthPoints: number;
}

const WHOLE_WIDTH: ColumnPlace = { x: PAGE.left, widthPoints: TEXT_WIDTH };
const COLUMN_GAP = 24;

/** Two blocks side by side on one page, of at most `roomPoints`; the next one begins below the longer of them. */
export function twoColumns(
  paper: Paper,
  roomPoints: number,
  left: (place: ColumnPlace) => void,
  right: (place: ColumnPlace) => void,
): void {
  paper.keep(roomPoints);
  const widthPoints = (TEXT_WIDTH - COLUMN_GAP) / 2;
  const top = paper.y;
  left({ x: PAGE.left, widthPoints });
  const leftEnd = paper.y;
  paper.y = top;
  right({ x: PAGE.left + widthPoints + COLUMN_GAP, widthPoints });
  paper.y = Math.max(leftEnd, paper.y);
}

/** A section with its heading. The heading is never alone at the foot of a page. */
export function section(paper: Paper, title: string, roomPoints = 60): Element {
  const element = paper.group(paper.root, 'Sect');
  heading(paper, element, 'H2', title, roomPoints);
  return element;
}

export function heading(
  paper: Paper,
  parent: Element,
  type: 'H2' | 'H3',
  title: string,
  roomPoints = 40,
  x: number = PAGE.left,
): void {
  const style = type === 'H2' ? STYLE.section : STYLE.subsection;
  const above = type === 'H2' ? 20 : 12;
  paper.keep(above + style.sizePoints + roomPoints);
  paper.y += (paper.y === PAGE.top ? 0 : above) + style.sizePoints;
  paper.tagged(parent, type, () => paper.line(printable(title, style.face), x, paper.y, style));
  paper.y += 8;
}

/** A paragraph over as many lines, and pages, as it needs. */
export function paragraph(
  paper: Paper,
  parent: Element,
  text: string,
  style: TextStyle = STYLE.small,
  widthPoints = TEXT_WIDTH,
  x: number = PAGE.left,
  type = 'P',
): void {
  const lines = wrapText(printable(text, style.face, 4000), style, widthPoints);
  const step = style.sizePoints * LEADING;
  const element = paper.group(parent, type);
  let rest = lines;
  while (rest.length > 0) {
    paper.keep(Math.min(2, rest.length) * step);
    const fitting = Math.max(1, Math.min(rest.length, Math.floor((paper.floor - paper.y) / step)));
    const now = rest.slice(0, fitting);
    paper.continued(element, type, () => {
      for (const line of now) {
        paper.y += step;
        paper.line(line, x, paper.y - step * 0.28, style);
      }
    });
    rest = rest.slice(fitting);
  }
  element.end();
}

/** Points of a list, each with a short rule before it. */
export function bullets(
  paper: Paper,
  parent: Element,
  texts: readonly string[],
  { x, widthPoints }: ColumnPlace = WHOLE_WIDTH,
): void {
  const style = STYLE.small;
  const list = paper.group(parent, 'L');
  const step = style.sizePoints * LEADING;
  for (const text of texts) {
    const item = paper.group(list, 'LI');
    paper.keep(step * 2);
    paper.artifact('Layout', () => paper.rule(x, x + 6, paper.y + step * 0.5, PALETTE.brass, 0.9));
    paragraph(paper, item, text, style, widthPoints - 14, x + 14, 'LBody');
    paper.y += 2;
    item.end();
  }
  list.end();
}

import { type TextStyle, wrapText } from '../fonts/measure.ts';
import { printable } from '../fonts/printable.ts';
import { PALETTE } from '../palette.ts';
import { PAGE, type Paper, TEXT_WIDTH } from '../pdf/paper.ts';
import { LEADING, STYLE } from '../styles.ts';

type Element = PDFKit.PDFStructureElement;

export interface Column {
  readonly title: string;
  readonly widthPoints: number;
  readonly align?: 'right';
}

/** A paragraph of a cell. Texts are anybody's; the table makes them printable. */
export interface CellText {
  readonly text: string;
  readonly style: TextStyle;
  /** Our own words, or printable already. */
  readonly isOwn?: boolean;
}

export interface Cell {
  readonly texts: readonly CellText[];
  /** Space kept on the left for what `draw` puts there. */
  readonly indentPoints?: number;
  /** A mark before the text; decoration, the words say it too. */
  readonly draw?: (x: number, y: number) => void;
}

const GAP = 10;
const PAD = 4.6;
/** Of rows with a term and one value, which are read across. */
export const NARROW_PAD = 2.6;
const HEAD_HEIGHT = 18;
/** Longer texts are shortened in the table and are complete in the attached certificate. */
const CELL_CHARACTERS = 240;

/** A table with row and column heads that may run over pages; its column heads are repeated on each. */
export class Table {
  readonly #paper: Paper;
  readonly #columns: readonly (Column & { readonly x: number })[];
  readonly #element: Element;
  readonly #body: Element;
  readonly #padPoints: number;

  /** @param padPoints Space above and below the text of a row. */
  constructor(paper: Paper, parent: Element, caption: string, columns: readonly Column[], padPoints = PAD) {
    this.#paper = paper;
    this.#padPoints = padPoints;
    const fixed = columns.reduce((sum, column) => sum + column.widthPoints, 0) + GAP * (columns.length - 1);
    let x: number = PAGE.left;
    this.#columns = columns.map((column, index) => {
      // The last column takes what is left.
      const widthPoints = column.widthPoints + (index === columns.length - 1 ? TEXT_WIDTH - fixed : 0);
      const placed = { ...column, widthPoints, x };
      x += widthPoints + GAP;
      return placed;
    });
    paper.keep(HEAD_HEIGHT + 30);
    this.#element = paper.group(parent, 'Table', { title: caption });
    const head = paper.group(this.#element, 'THead');
    const row = paper.group(head, 'TR');
    for (const column of this.#columns) {
      paper.tagged(row, 'TH', () => this.#drawHead(column), { scope: 'Column' });
    }
    row.end();
    head.end();
    this.#closeHead();
    this.#body = paper.group(this.#element, 'TBody');
  }

  /** One row; the first cell is its head. */
  row(cells: readonly Cell[]): void {
    const paper = this.#paper;
    const laid = this.#columns.map((column, index) => layCell(cells[index] ?? { texts: [] }, column.widthPoints));
    const height = Math.max(...laid.map((cell) => cell.height)) + this.#padPoints * 2;
    if (paper.keep(height)) this.#repeatHead();
    const top = paper.y;
    const row = paper.group(this.#body, 'TR');
    for (const [index, column] of this.#columns.entries()) {
      const cell = laid[index];
      if (cell === undefined) continue;
      const { draw } = cell.cell;
      if (draw !== undefined) paper.artifact('Layout', () => draw(column.x, top + this.#padPoints));
      const options = index === 0 ? { scope: 'Row' as const } : {};
      paper.tagged(row, index === 0 ? 'TH' : 'TD', () => this.#drawCell(cell, column, top + this.#padPoints), options);
    }
    row.end();
    paper.y = top + height;
    paper.artifact('Layout', () => paper.rule(PAGE.left, PAGE.right, paper.y, PALETTE.line, 0.6));
  }

  end(): void {
    const paper = this.#paper;
    this.#body.end();
    this.#element.end();
    paper.artifact('Layout', () => paper.rule(PAGE.left, PAGE.right, paper.y, PALETTE.lineStrong));
    paper.y += 6;
  }

  #repeatHead(): void {
    this.#paper.artifact('Pagination', () => {
      for (const column of this.#columns) this.#drawHead(column);
    });
    this.#closeHead();
  }

  #drawHead({ title, x, widthPoints, align }: Column & { readonly x: number }): void {
    const baseline = this.#paper.y + 10;
    if (align === 'right') this.#paper.lineRight(title, x + widthPoints, baseline, STYLE.label);
    else this.#paper.line(title, x, baseline, STYLE.label);
  }

  #closeHead(): void {
    const paper = this.#paper;
    paper.y += HEAD_HEIGHT;
    paper.artifact('Layout', () => paper.rule(PAGE.left, PAGE.right, paper.y, PALETTE.lineStrong));
  }

  #drawCell({ lines, cell }: MeasuredCell, column: Column & { readonly x: number }, top: number): void {
    let y = top;
    for (const { text, style } of lines) {
      const step = style.sizePoints * LEADING;
      y += step;
      const baseline = y - step * 0.28;
      if (column.align === 'right') this.#paper.lineRight(text, column.x + column.widthPoints, baseline, style);
      else this.#paper.line(text, column.x + (cell.indentPoints ?? 0), baseline, style);
    }
  }
}

interface MeasuredCell {
  readonly cell: Cell;
  readonly lines: readonly { readonly text: string; readonly style: TextStyle }[];
  readonly height: number;
}

function layCell(cell: Cell, widthPoints: number): MeasuredCell {
  const width = widthPoints - (cell.indentPoints ?? 0);
  const lines = cell.texts.flatMap(({ text, style, isOwn }) => {
    const shown = isOwn === true ? text : printable(text, style.face, CELL_CHARACTERS);
    return wrapText(shown, style, width).map((line) => ({ text: line, style }));
  });
  const height = lines.reduce((sum, { style }) => sum + style.sizePoints * LEADING, 0);
  return { cell, lines, height };
}

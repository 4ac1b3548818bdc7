import { ARROW, ARROW_UNITS, type TextStyle, widthOf } from '../fonts/measure.ts';
import { runsOf } from '../fonts/printable.ts';
import { PALETTE } from '../palette.ts';
import { colourOperator } from './colour-operator.ts';
import { decimal } from './decimal.ts';
import { ReportDocument } from './report-document.ts';

/** A4 in points. */
export const PAGE = { width: 595.28, height: 841.89, left: 49.5, right: 545.78, top: 84, bottom: 790 } as const;
export const TEXT_WIDTH = PAGE.right - PAGE.left;

export interface PaperSettings {
  readonly title: string;
  readonly author: string;
  readonly subject: string;
  readonly keywords: string;
  readonly date: Date;
}

type Element = PDFKit.PDFStructureElement;

/** Attributes of a structure element that the types of the library leave out. */
export interface TagOptions {
  readonly alt?: string;
  readonly title?: string;
  readonly scope?: 'Column' | 'Row';
  readonly bbox?: readonly [number, number, number, number];
}

/**
 * A tagged PDF that is written from top to bottom. Everything drawn is either content of a structure element
 * (`tagged`) or decoration (`artifact`); nothing is drawn outside the two.
 */
export class Paper {
  readonly doc: ReportDocument;
  readonly root: Element;
  /** Where the next line goes, from the top of the page. */
  y: number = PAGE.top;
  /** Below this nothing is written on the page at hand. */
  floor: number = PAGE.bottom;
  #pages = 0;
  readonly #onPage: (paper: Paper, page: number) => void;

  constructor(settings: PaperSettings, onPage: (paper: Paper, page: number) => void) {
    const { title, author, subject, keywords, date } = settings;
    const options = {
      size: [PAGE.width, PAGE.height],
      margin: 0,
      autoFirstPage: false,
      bufferPages: true,
      pdfVersion: '1.7',
      subset: 'PDF/A-3a',
      tagged: true,
      displayTitle: true,
      lang: 'en-US',
      // Faces of our own are embedded, none of the library's.
      font: null,
      info: {
        Title: title,
        Author: author,
        Subject: subject,
        Keywords: keywords,
        Creator: author,
        Producer: author,
        CreationDate: date,
        ModDate: date,
      },
    };
    // The types of the library do not know all of these.
    this.doc = new ReportDocument(options as unknown as PDFKit.PDFDocumentOptions);
    this.root = this.doc.struct('Document');
    this.doc.addStructure(this.root);
    this.#onPage = onPage;
    this.newPage();
  }

  get pages(): number {
    return this.#pages;
  }

  newPage(): void {
    this.doc.addPage();
    this.#pages += 1;
    this.y = PAGE.top;
    this.floor = PAGE.bottom;
    this.#onPage(this, this.#pages);
  }

  /** Goes to a new page when less than this much space is left. */
  keep(heightPoints: number): boolean {
    if (this.y + heightPoints <= this.floor) return false;
    this.newPage();
    return true;
  }

  /** An element that only holds others. */
  group(parent: Element, type: string, options: TagOptions = {}): Element {
    const element = this.doc.struct(type, options as PDFKit.Mixins.StructureElementOptions);
    parent.add(element);
    return element;
  }

  /** An element with what `draw` puts on the page at hand as its content. */
  tagged(parent: Element, type: string, draw: () => void, options: TagOptions = {}): Element {
    const element = this.group(parent, type, options);
    this.continued(element, type, draw);
    element.end();
    return element;
  }

  /** More content of an element that is still open, perhaps on another page. */
  continued(element: Element, type: string, draw: () => void): void {
    const content = this.doc.markStructureContent(type);
    draw();
    this.doc.endMarkedContent();
    element.add(content);
  }

  /** Decoration, or what repeats on every page. */
  artifact(kind: 'Pagination' | 'Layout', draw: () => void): void {
    this.doc.markContent('Artifact', { type: kind });
    draw();
    this.doc.endMarkedContent();
  }

  /** One line of printable text, its baseline at `baseline`. Answers where it ends. */
  line(text: string, x: number, baseline: number, style: TextStyle): number {
    let at = x;
    for (const [index, part] of text.split(ARROW).entries()) {
      if (index > 0) at = this.#arrow(at, baseline, style);
      at = this.#plainLine(part, at, baseline, style);
    }
    return at;
  }

  /** The text matrix turns the text upright again: the page counts from its top. */
  #plainLine(text: string, x: number, baseline: number, style: TextStyle): number {
    const tracking = (style.tracking ?? 0) * style.sizePoints;
    let at = x;
    for (const run of runsOf(text, style.face)) {
      const face = this.doc.face(run.file);
      const spaced = tracking === 0 ? ['', ''] : [`${decimal(tracking)} Tc `, ' 0 Tc'];
      this.doc.addContent(
        `BT ${colourOperator(style.colour, 'fill')} /${face.name} ${style.sizePoints} Tf ${spaced[0]}` +
          `1 0 0 -1 ${decimal(at)} ${decimal(baseline)} Tm ${face.spell(run.text)} TJ${spaced[1]} ET`,
      );
      at += widthOf(run.text, style) + tracking;
    }
    return at;
  }

  #arrow(x: number, baseline: number, { sizePoints }: TextStyle): number {
    const end = x + ARROW_UNITS * sizePoints;
    const y = baseline - sizePoints * 0.3;
    const barb = sizePoints * 0.22;
    this.doc.moveTo(x, y).lineTo(end, y);
    this.doc
      .moveTo(end - barb, y - barb)
      .lineTo(end, y)
      .lineTo(end - barb, y + barb);
    this.doc.lineWidth(0.7).stroke(PALETTE.ink3);
    return end;
  }

  lineRight(text: string, right: number, baseline: number, style: TextStyle): void {
    this.line(text, right - widthOf(text, style), baseline, style);
  }

  rule(x1: number, x2: number, y: number, colour: string, widthPoints = 0.75): void {
    this.doc.moveTo(x1, y).lineTo(x2, y).lineWidth(widthPoints).strokeColor(colour).stroke();
  }

  /** Ends the document; its bytes. */
  finish(): Uint8Array {
    return this.doc.bytes();
  }
}

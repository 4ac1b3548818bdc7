import { deflateSync } from 'node:zlib';
import PDFDocument from 'pdfkit';
import type { FontFile } from '../fonts/faces.ts';
import { colourOperator } from './colour-operator.ts';
import { EmbeddedFace } from './embedded-face.ts';
import type { ObjectWriter, PdfObject } from './pdf-object.ts';

/** What a page has, as the library writes it. */
interface OpenPage {
  readonly content: PdfObject;
  readonly fonts: Record<string, PdfObject>;
  readonly xobjects: Record<string, PdfObject>;
}

/** A drawing that is written once and shown as often as wanted: a form XObject (ISO 32000-1, 8.10). */
export interface Stamp {
  /** What it may cover: left, top, right, bottom, in its own units. */
  readonly box: readonly [number, number, number, number];
  /** Drawing operators, deflated. */
  readonly packed: Uint8Array;
}

/** @param operators drawing operators of PDF, in Latin-1 */
export function stampOf(box: Stamp['box'], operators: string): Stamp {
  return { box, packed: deflateSync(Buffer.from(operators, 'latin1')) };
}

/** A drawing that documents share: its operators are kept after it was drawn once. */
export class KeptDrawing {
  operators: string | null = null;
}

/**
 * The library's document with those parts exchanged that took most of the time: what is drawn on a page is collected as
 * text and written in one piece, colours are spelt once a process, fonts and stamps are embedded as they are kept, and the
 * file is collected without a stream.
 */
export class ReportDocument extends PDFDocument implements ObjectWriter {
  // The library writes before fields of this class exist.
  declare private written: (string | Uint8Array)[] | undefined;
  declare private _offset: number;
  readonly #drawn = new Map<OpenPage, string[]>();
  readonly #faces = new Map<FontFile, EmbeddedFace>();
  readonly #stamps = new Map<Stamp, { readonly name: string; readonly object: PdfObject }>();
  #operators: string[] = [];
  #page: unknown = null;

  override addContent(operators: string): this {
    this.#operatorsOfPage().push(operators);
    return this;
  }

  /** What `draw` draws, from memory if it was drawn before. Nothing in it may differ from one time to the next. */
  repeat(kept: KeptDrawing, draw: () => void): void {
    if (kept.operators === null) {
      const operators = this.#operatorsOfPage();
      const from = operators.length;
      draw();
      kept.operators = operators.splice(from).join('\n');
    }
    this.addContent(kept.operators);
  }

  /** Shows a stamp in the units and at the place that the page has at hand. */
  stamp(stamp: Stamp): void {
    let known = this.#stamps.get(stamp);
    if (known === undefined) {
      const object = this.object({ Type: 'XObject', Subtype: 'Form', BBox: stamp.box, Resources: {} });
      this.endPacked(object, stamp.packed);
      known = { name: `X${this.#stamps.size + 1}`, object };
      this.#stamps.set(stamp, known);
    }
    this.#openPage().xobjects[known.name] = known.object;
    this.addContent(`/${known.name} Do`);
  }

  /** The font file, ready to be used on the page at hand. */
  face(file: FontFile): EmbeddedFace {
    let face = this.#faces.get(file);
    if (face === undefined) {
      face = new EmbeddedFace(file, this.#faces.size + 1, this.object({}));
      this.#faces.set(file, face);
    }
    this.#openPage().fonts[face.name] = face.object;
    return face;
  }

  object(data: Record<string, unknown>): PdfObject {
    return (this as unknown as { ref(data: Record<string, unknown>): PdfObject }).ref(data);
  }

  endPacked(object: PdfObject, packed: Uint8Array): void {
    object.data['Filter'] = 'FlateDecode';
    object.compress = false;
    object.write(packed);
    object.end();
  }

  /** Ends the document; its bytes. */
  bytes(): Uint8Array {
    this.end();
    const parts: Uint8Array[] = [];
    let text = '';
    for (const part of this.written ?? []) {
      if (typeof part === 'string') {
        text += part;
        continue;
      }
      parts.push(Buffer.from(text, 'latin1'), part);
      text = '';
    }
    return Buffer.concat([...parts, Buffer.from(text, 'latin1')]);
  }

  /** Called by the library when the document ends: writes what was drawn, then the pages. */
  override flushPages(): void {
    for (const [page, operators] of this.#drawn) {
      const text = operators.join('\n');
      page.content.data['Filter'] = 'FlateDecode';
      page.content.compress = false;
      page.content.write(deflateSync(Buffer.from(text, 'latin1')));
    }
    super.flushPages();
    for (const face of this.#faces.values()) face.embed(this);
  }

  /** Called by the library with every line and stream of the file. */
  _write(data: string | Uint8Array): void {
    const part = typeof data === 'string' ? `${data}\n` : data;
    this.written ??= [];
    this.written.push(part);
    this._offset += part.length;
  }

  /** Called by the library for every colour of the palette. */
  _setColorCore(colour: string, isStroke: boolean): boolean {
    this.addContent(colourOperator(colour, isStroke ? 'stroke' : 'fill'));
    return true;
  }

  #openPage(): OpenPage {
    return this.page as unknown as OpenPage;
  }

  #operatorsOfPage(): string[] {
    if (this.#page === this.page) return this.#operators;
    const page = this.#openPage();
    let operators = this.#drawn.get(page);
    if (operators === undefined) {
      operators = [];
      this.#drawn.set(page, operators);
    }
    this.#page = page;
    this.#operators = operators;
    return operators;
  }
}

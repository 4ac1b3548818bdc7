import type { FontFile } from '../fonts/faces.ts';
import { type FontStock, stockOf } from '../fonts/font-stock.ts';
import { hexOf } from '../fonts/hex-of.ts';
import { shapeWord, wordsOf } from '../fonts/shape.ts';
import type { ObjectWriter, PdfObject } from './pdf-object.ts';

/** A font file in one document: a composite font with glyphs by number (ISO 32000-1, 9.7), embedded as far as it is used. */
export class EmbeddedFace {
  /** In the resources of a page. */
  readonly name: string;
  readonly object: PdfObject;
  /** Six letters that say that a font is a part of one (ISO 32000-1, 9.6.4). */
  readonly #tag: string;
  readonly #file: FontFile;
  readonly #stock: FontStock;
  /** Numbers in the font, in the order of their numbers in the document. */
  readonly #glyphs: number[];
  readonly #numbers: Map<number, number>;

  /** @param number of the face in the document, from 1 */
  constructor(file: FontFile, number: number, object: PdfObject) {
    this.name = `T${number}`;
    this.#tag = `ASSAY${String.fromCharCode(64 + number)}`;
    this.object = object;
    this.#file = file;
    this.#stock = stockOf(file);
    this.#glyphs = [...this.#stock.glyphs];
    this.#numbers = new Map(this.#glyphs.map((glyph, number) => [glyph, number]));
  }

  /** A text as the operand of `TJ`: its glyphs, and how much closer some of them come. */
  spell(text: string): string {
    // Ids hardly ever come twice.
    if (this.#file.isMonospaced) return `[${this.#spellWord(text)}]`;
    const words = wordsOf(text).map((word) => this.#stock.spelt.find(word) ?? this.#spellWord(word));
    return `[${words.join('')}]`;
  }

  #spellWord(word: string): string {
    let operand = '';
    let codes = '';
    let isStock = !this.#file.isMonospaced;
    for (const { id, closer } of shapeWord(this.#file, word).glyphs) {
      const number = this.#numberOf(id);
      isStock &&= number < this.#stock.glyphs.length;
      codes += hexOf(number);
      if (closer === 0) continue;
      operand += `<${codes}>${closer}`;
      codes = '';
    }
    if (codes !== '') operand += `<${codes}>`;
    if (isStock) this.#stock.spelt.keep(word, operand);
    return operand;
  }

  #numberOf(glyph: number): number {
    let number = this.#numbers.get(glyph);
    if (number === undefined) {
      number = this.#glyphs.length;
      this.#glyphs.push(glyph);
      this.#numbers.set(glyph, number);
    }
    return number;
  }

  /** Writes the font into the document, once all text is drawn. */
  embed(document: ObjectWriter): void {
    const { font, isMonospaced } = this.#file;
    const scale = 1000 / font.unitsPerEm;
    const { packed, bytes, packedMap } = this.#stock.programWith(this.#glyphs);
    const program = document.object({ Length1: bytes });
    document.endPacked(program, packed);
    const name = `${this.#tag}+${font.postscriptName.replaceAll(' ', '_')}`;
    const { minX, minY, maxX, maxY } = font.bbox;
    const descriptor = document.object({
      Type: 'FontDescriptor',
      FontName: name,
      // Symbolic: the codes are numbers of glyphs and no characters; and whether all are as wide.
      Flags: isMonospaced ? 5 : 4,
      FontBBox: [minX, minY, maxX, maxY].map((value) => value * scale),
      ItalicAngle: font.italicAngle,
      Ascent: font.ascent * scale,
      Descent: font.descent * scale,
      CapHeight: font.capHeight * scale,
      XHeight: font.xHeight * scale,
      StemV: 0,
      FontFile2: program,
    });
    descriptor.end();
    const glyphs = this.#glyphs.map((glyph) => font.getGlyph(glyph));
    const descendant = document.object({
      Type: 'Font',
      Subtype: 'CIDFontType2',
      BaseFont: name,
      CIDSystemInfo: { Registry: Object('Adobe'), Ordering: Object('Identity'), Supplement: 0 },
      CIDToGIDMap: 'Identity',
      FontDescriptor: descriptor,
      W: [0, glyphs.map(({ advanceWidth }) => advanceWidth * scale)],
    });
    descendant.end();
    const characters = document.object({});
    document.endPacked(characters, packedMap);
    Object.assign(this.object.data, {
      Type: 'Font',
      Subtype: 'Type0',
      BaseFont: name,
      Encoding: 'Identity-H',
      DescendantFonts: [descendant],
      ToUnicode: characters,
    });
    this.object.end();
  }
}

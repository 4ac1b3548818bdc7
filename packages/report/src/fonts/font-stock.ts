import { deflateSync } from 'node:zlib';
import type { FontFile } from './faces.ts';
import { Kept } from './kept.ts';
import { shapeWord } from './shape.ts';
import { unicodeMap } from './unicode-map.ts';

/** What our sentences, ids and amounts are written with. */
const CHARACTERS =
  ' !"#$%&\'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstuvwxyz{|}~\u00a0·×–—‘’“”…−';
/** What the sans family joins to one glyph. */
const JOINED = ['fi', 'fl', 'ffi', 'ffl', '->', '<-'];

/** A part of a font file as PDF embeds it. */
export interface FontProgram {
  /** Deflated. */
  readonly packed: Uint8Array;
  /** Before it was deflated. */
  readonly bytes: number;
  /** Which characters the glyphs mean, deflated. */
  readonly packedMap: Uint8Array;
}

/**
 * The glyphs of a font file that every document embeds if it uses the file at all, under the same numbers: so the font
 * is made, and words are spelt, once a process and not once a document. Files of single scripts have but the missing
 * glyph: a document embeds what it uses of them.
 */
export class FontStock {
  /** Numbers in the font, in the order in which documents number them. */
  readonly glyphs: readonly number[];
  /** Words spelt with glyphs of the stock alone. */
  readonly spelt = new Kept<string>();
  readonly #file: FontFile;
  #program: FontProgram | null = null;

  constructor(file: FontFile) {
    this.#file = file;
    const { font } = file;
    const shown = Array.from(CHARACTERS).filter((character) =>
      font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0),
    );
    const texts = shown.includes('a') ? [...shown, ...JOINED] : [];
    this.glyphs = [...new Set([0, ...texts.flatMap((text) => shapeWord(file, text).glyphs.map(({ id }) => id))])];
  }

  /** The font with these glyphs alone, of which the first are those of the stock. */
  programWith(glyphs: readonly number[]): FontProgram {
    if (glyphs.length > this.glyphs.length) return programOf(this.#file, glyphs);
    this.#program ??= programOf(this.#file, this.glyphs);
    return this.#program;
  }
}

const stocks = new Map<FontFile, FontStock>();

export function stockOf(file: FontFile): FontStock {
  let stock = stocks.get(file);
  if (stock === undefined) {
    stock = new FontStock(file);
    stocks.set(file, stock);
  }
  return stock;
}

function programOf({ font }: FontFile, glyphs: readonly number[]): FontProgram {
  const subset = font.createSubset();
  for (const glyph of glyphs) subset.includeGlyph(font.getGlyph(glyph));
  const program = subset.encode();
  const map = unicodeMap(glyphs.map((glyph) => font.getGlyph(glyph).codePoints));
  return { packed: deflateSync(program), bytes: program.byteLength, packedMap: deflateSync(map) };
}

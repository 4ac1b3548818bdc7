import type { FontFile } from './faces.ts';
import { Kept } from './kept.ts';

/** A word in one font file: its glyphs, and its width at a size of one. */
export interface ShapedWord {
  readonly glyphs: readonly ShapedGlyph[];
  readonly width: number;
}

export interface ShapedGlyph {
  /** Number in the font. */
  readonly id: number;
  /** How much closer the next glyph comes than this one is wide (kerning), in thousandths of the size: what `TJ` takes. */
  readonly closer: number;
}

const kept = new Map<FontFile, Kept<ShapedWord>>();

/**
 * The words of a text, each with the space behind it: the unit in which text is shaped and remembered. Kerning with what
 * follows a space is left out.
 */
export function wordsOf(text: string): readonly string[] {
  return text.match(/[^ ]* |[^ ]+$/g) ?? [];
}

/**
 * Shapes a word by the font's own rules. No glyph is moved off the line: the fonts do so with marks alone, and printable
 * text has none.
 */
export function shapeWord(file: FontFile, word: string): ShapedWord {
  if (file.isMonospaced) return shapeEach(file, word);
  let words = kept.get(file);
  if (words === undefined) {
    words = new Kept();
    kept.set(file, words);
  }
  const known = words.find(word);
  if (known !== undefined) return known;
  const shaped = shapeWhole(file, word);
  words.keep(word, shaped);
  return shaped;
}

function shapeWhole({ font }: FontFile, word: string): ShapedWord {
  const { glyphs, positions, advanceWidth } = font.layout(word);
  const shaped = glyphs.map(({ id, advanceWidth: own }, index) => {
    const advance = positions[index]?.xAdvance ?? own;
    return { id, closer: ((own - advance) * 1000) / font.unitsPerEm };
  });
  return { glyphs: shaped, width: advanceWidth / font.unitsPerEm };
}

/** The monospaced family joins and moves nothing: every character is its glyph, as wide as the next. */
function shapeEach({ font }: FontFile, word: string): ShapedWord {
  const glyphs = Array.from(word, (character) => {
    const { id } = font.glyphForCodePoint(character.codePointAt(0) ?? 0);
    return { id, closer: 0 };
  });
  return { glyphs, width: glyphs.length * MONOSPACED_WIDTH };
}

/** Of every glyph of the monospaced family, at a size of one. */
export const MONOSPACED_WIDTH = 0.6;

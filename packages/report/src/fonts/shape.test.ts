import { describe, expect, it } from 'vitest';
import { type FaceName, mainFile } from './faces.ts';
import { shapeWord, wordsOf } from './shape.ts';

/** Every printable character of ASCII. */
const ASCII = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index));
/** Each beside each other one, once. */
const PAIRS = ASCII.flatMap((left) => ASCII.map((right) => `${left}${right}`)).join('');

describe('a shaped word', () => {
  it.each(['mono', 'monoMedium'] as const)(
    'is, in %s, what the font itself makes of it: a glyph a character',
    (face) => {
      const file = mainFile(face);
      const run = file.font.layout(PAIRS);
      expect(shapeWord(file, PAIRS).glyphs.map(({ id }) => id)).toEqual(run.glyphs.map(({ id }) => id));
      expect(shapeWord(file, PAIRS).width).toBeCloseTo(run.advanceWidth / file.font.unitsPerEm, 6);
      expect(run.positions.every(({ xOffset, yOffset }) => xOffset === 0 && yOffset === 0)).toBe(true);
    },
  );

  it.each(['sans', 'sansMedium', 'sansSemi'] as const)('in %s has kerning and joined letters', (face) => {
    const file = mainFile(face);
    expect(shapeWord(file, 'office').glyphs).toHaveLength(4);
    expect(shapeWord(file, 'AVAT').glyphs.some(({ closer }) => closer > 0)).toBe(true);
  });

  it.each(['sans', 'sansMedium', 'sansSemi'] satisfies FaceName[])(
    'in %s is as wide beside others as in one line',
    (face) => {
      const file = mainFile(face);
      const text =
        'Most incoming value comes from licensed exchanges. A small share, 2.5%, traces back to AVA, To & WA.';
      const width = wordsOf(text).reduce((sum, word) => sum + shapeWord(file, word).width, 0);
      expect(width).toBeCloseTo(file.font.layout(text).advanceWidth / file.font.unitsPerEm, 1);
    },
  );
});

describe('the words of a text', () => {
  it('are all of it, each with the space behind it', () => {
    for (const text of ['', ' ', 'a', 'a b', ' a  b ', 'a\u00a0b c']) expect(wordsOf(text).join('')).toBe(text);
    expect(wordsOf('one two  three')).toEqual(['one ', 'two ', ' ', 'three']);
  });
});

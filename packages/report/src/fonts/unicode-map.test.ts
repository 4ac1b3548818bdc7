import { expect, it } from 'vitest';
import { unicodeMap } from './unicode-map.ts';

it('names the characters of each glyph in UTF-16, joined letters as several, and none for the missing glyph', () => {
  const map = unicodeMap([[0], [0x41], [0x66, 0x66, 0x69], [], [0x1f600]]);
  expect(map).toContain('3 beginbfchar\n<0001> <0041>\n<0002> <006600660069>\n<0004> <d83dde00>\nendbfchar');
});

it('comes in blocks of at most a hundred', () => {
  const map = unicodeMap(Array.from({ length: 202 }, (_, number) => [number + 32]));
  expect(map.match(/\d+ beginbfchar/g)).toEqual(['100 beginbfchar', '100 beginbfchar', '1 beginbfchar']);
  expect(map.match(/endbfchar/g)).toHaveLength(3);
});

import { describe, expect, it } from 'vitest';
import { type RefusedWord, wordsIn } from './refused-words.ts';

const WORDS: readonly RefusedWord[] = [
  { word: 'stands?|stood', write: 'is' },
  { word: 'anew', write: 'again' },
];

describe('the check of words', () => {
  it('names the file, the line and what to write, in code, comments and texts', () => {
    const text = "// It stands here.\nconst a = 'Read anew';\n/** Stood\n */";
    expect(wordsIn('apps/new/a.ts', text, WORDS, []).map(({ problem }) => problem)).toEqual([
      "apps/new/a.ts:1: 'stands': write is",
      "apps/new/a.ts:3: 'Stood': write is",
      "apps/new/a.ts:2: 'anew': write again",
    ]);
  });

  it('leaves other words alone that contain one', () => {
    expect(wordsIn('a.ts', 'standard, stand-in, stand-ins, understands, freestanding, renewed', WORDS, [])).toEqual([]);
  });

  it('accepts an exception for its path and its text only', () => {
    const exceptions = [{ path: 'docs/', text: 'stands for', reason: 'quoted' }];
    const isExcept = (file: string, text: string) => wordsIn(file, text, WORDS, exceptions)[0]?.exception !== null;
    expect(isExcept('docs/a.md', 'It stands for it.')).toBe(true);
    expect(isExcept('docs/a.md', 'It stands.')).toBe(false);
    expect(isExcept('apps/a.md', 'It stands for it.')).toBe(false);
  });
});

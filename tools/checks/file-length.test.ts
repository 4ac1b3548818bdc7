import { describe, expect, it } from 'vitest';
import { lengthProblems, MAX_LINES } from './file-length.ts';

const fileOf = (file: string, lines: number) => ({ file, text: 'const a = 1;\n'.repeat(lines) });

describe('the length of source files', () => {
  it('is at most 300 lines, with or without a line break at the end', () => {
    const unended = { file: 'c.ts', text: `${'\n'.repeat(MAX_LINES)}const a = 1;` };
    expect(lengthProblems([fileOf('a.ts', MAX_LINES), fileOf('b.ts', MAX_LINES + 1), unended], [])).toEqual([
      'b.ts: 301 lines, at most 300: split it by what it does',
      'c.ts: 301 lines, at most 300: split it by what it does',
    ]);
  });

  it('may be more for a file on the list, until that file is short', () => {
    const exceptions = [{ path: 'a.ts', reason: 'generated' }];
    expect(lengthProblems([fileOf('a.ts', 500)], exceptions)).toEqual([]);
    expect(lengthProblems([fileOf('a.ts', 20)], exceptions)).toEqual([
      'a.ts: has at most 300 lines: remove its exception',
    ]);
  });
});

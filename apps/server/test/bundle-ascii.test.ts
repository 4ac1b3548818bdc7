import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withoutOthers } from '../tools/ascii.ts';

const run = (code: string): unknown => runInNewContext(code);
const text = fc.string({ unit: 'grapheme', maxLength: 20 });

describe('a bundle in ASCII', () => {
  it('has the same texts', () => {
    fc.assert(
      fc.property(text, (wanted) => {
        const code = withoutOthers(`(${JSON.stringify(wanted)})`);
        expect(code).not.toMatch(/[\u0080-\uffff]/);
        expect(run(code)).toBe(wanted);
      }),
    );
  });

  it('has the same templates, regular expressions and names', () => {
    const code = '({ a: `„` + 2 + `“ 😀`, b: /^[а-я😀]+$/u.test("да😀"), größe: 3 })';
    expect(run(withoutOthers(code))).toEqual(run(code));
    expect(run(withoutOthers(code))).toEqual({ a: '„2“ 😀', b: true, größe: 3 });
  });

  it('is refused where a character follows a backslash, which would escape the escape', () => {
    expect(() => withoutOthers('"\\é"')).toThrow('A character outside ASCII follows a backslash');
  });
});

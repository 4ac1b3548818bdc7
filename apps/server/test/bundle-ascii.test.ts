import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toAscii } from '../tools/ascii-only.ts';

const run = (code: string): unknown => runInNewContext(code);
const text = fc.string({ unit: 'grapheme', maxLength: 20 });

describe('a bundle in ASCII', () => {
  it('has the same texts', () => {
    fc.assert(
      fc.property(text, (wanted) => {
        const code = toAscii(`(${JSON.stringify(wanted)})`);
        expect(code).not.toMatch(/[\u0080-\uffff]/);
        expect(run(code)).toBe(wanted);
      }),
    );
  });

  it('has the same templates, regular expressions and names', () => {
    const code = '({ z: "\\\\é", a: `„` + 2 + `“ 😀`, b: /^[а-я😀]+$/u.test("да😀"), größe: 3 })';
    expect(run(toAscii(code))).toEqual(run(code));
    expect(run(toAscii(code))).toEqual({ z: '\\é', a: '„2“ 😀', b: true, größe: 3 });
  });

  it('is refused where an escape would not mean the character', () => {
    expect(() => toAscii('"\\é"')).toThrow('cannot be escaped: \\é');
    expect(() => toAscii('String.raw`a é`')).toThrow('cannot be escaped: String.raw`a é');
  });
});

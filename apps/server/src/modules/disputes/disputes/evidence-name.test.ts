import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { evidenceName } from './evidence-name.ts';

describe('the name of a file of evidence', () => {
  it.each([
    ['../../etc/passwd', 'passwd'],
    ['C:\\Users\\me\\proof.pdf', 'proof.pdf'],
    ['a"; filename=b.html\r\nx: y', 'a_filename_b.html_x_y'],
    ['.htaccess', 'htaccess'],
    ['доказательство', '_'],
    ['...', 'file'],
  ])('of %j is %j', (name, expected) => {
    expect(evidenceName(name)).toBe(expected);
  });

  it('is never empty or long, and holds nothing that a header or a path could mean', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (name) => {
        expect(evidenceName(name)).toMatch(/^[A-Za-z0-9_-][A-Za-z0-9._-]{0,79}$|^[A-Za-z0-9._-]{80}$/);
      }),
    );
  });
});

import { describe, expect, it } from 'vitest';
import { isSignedOut } from './signed-out.ts';

describe('a log out that did not reach the server', () => {
  it.each([
    ['assay_signed_out=1', true],
    ['a=b; assay_signed_out=1; c=d', true],
    ['assay_signed_out=', false],
    ['x_assay_signed_out=1', false],
    ['a=assay_signed_out=1', false],
    ['', false],
  ])('is in the cookies %j: %s', (cookies, isThere) => {
    expect(isSignedOut(cookies)).toBe(isThere);
  });
});

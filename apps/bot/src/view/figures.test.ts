import { formatShare } from '@assay/wording';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TEXTS } from '../texts/texts.ts';
import { percentText, usdText } from './figures.ts';

const { en, ru } = TEXTS;

describe('figures of a message', () => {
  it('show shares in English as the page does', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1, noNaN: true }), (share) => {
        const tenths = Math.round(share * 1000) / 1000;
        expect(percentText(en, tenths)).toBe(formatShare(tenths));
        expect(percentText(en, tenths / 1000)).toBe(formatShare(tenths / 1000));
      }),
    );
    expect([0, 0.0001, 0.9999, 1.000001].map((share) => percentText(en, share))).toEqual([
      '0.0%',
      'under 0.1%',
      'over 99.9%',
      '100.0%',
    ]);
  });

  it('never show a share or dollars as nothing, in any language', () => {
    const tiny = fc.double({ min: Number.MIN_VALUE, max: 0.01, noNaN: true });
    fc.assert(
      fc.property(tiny, fc.constantFrom(en, ru), (value, t) => {
        expect(percentText(t, value)).not.toMatch(/^0[.,]0\s?%/);
        expect(usdText(t, value)).not.toMatch(/^\$?0([.,]00?)?\s?\$?$/);
      }),
    );
    expect(percentText(ru, 0.0001)).toBe('менее 0,1\u00a0%');
    expect(percentText(ru, 0.9999)).toBe('более 99,9\u00a0%');
    expect(usdText(en, 0.001)).toBe('under $0.01');
  });
});

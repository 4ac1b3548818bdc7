import { matchAssets } from '@assay/address';
import { ASSETS } from '@assay/domain';
import { describe, expect, it } from 'vitest';
import { noticeWords, orAddressOf } from './secret-words.ts';

const DIGITS = 'e9873d79c6d87dc0fb6a5778633389f4453213303da61f20bd67fc233aa33262';

describe('64 hexadecimal digits', () => {
  it('are asked about as a key, with a warning, and may be an account of NEAR', () => {
    const { title, text } = noticeWords({ is: 'key or transaction' });
    expect(title).toBe('Is this a private key or a transaction id?');
    expect(text).toContain('Never paste a private key into a page');
    const fitting = matchAssets(DIGITS, ASSETS).map(({ ticker }) => ticker);
    expect(orAddressOf(fitting)).toBe('They can also be a wallet address of NEAR: say so, and choose it then.');
  });
});

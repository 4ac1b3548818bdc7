import { describe, expect, it } from 'vitest';
import { judgeAddress } from './judge-address.ts';

const tron = 'TNXoiAJ3dct8Fjg4M9fkLFh9S2v9TXc32G';

describe('judgeAddress', () => {
  it('[SRCH-13] judges a token by its parent', async () => {
    const usdt = { ticker: 'USDT', name: 'Tether', subticker: null };
    expect(await judgeAddress(tron, { ...usdt, parent: 'TRX' })).toBe('valid');
    expect(await judgeAddress(tron, { ...usdt, parent: 'ETH' })).toBe('invalid');
  });

  it('[SRCH-13] judges a coin by its subticker, else its ticker', async () => {
    const ether = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
    expect(await judgeAddress(ether, { ticker: 'BNB', name: 'BNB', parent: null, subticker: 'BSC' })).toBe('valid');
    expect(await judgeAddress(ether, { ticker: 'BTC', name: 'Bitcoin', parent: null, subticker: null })).toBe(
      'invalid',
    );
  });

  it('finds a wrong checksum suspect where the format is valid all the same', async () => {
    const atom = { ticker: 'ATOM', name: 'Cosmos', parent: null, subticker: null };
    expect(await judgeAddress('cosmos1zxj6y5h3r8k9v7n2m4l6q8w0e2r4t6y8u0p3a5', atom)).toBe('suspect');
  });
});

import { ASSETS } from '@assay/domain';
import { describe, expect, it } from 'vitest';
import { PLAIN, type Press, readPress, writePress } from './callback-data.ts';

const SUB = '0123456789abcdef'.repeat(2);
const KEPT = 'A-_4567890123456789012';
const TOKEN = 'j'.repeat(43);

const PRESSES: readonly Press[] = [
  ...ASSETS.map(({ ticker, parent }): Press => ({ do: 'pick', kept: KEPT, ticker, parent })),
  { do: 'assets', kept: KEPT, page: 99 },
  { do: 'address', kept: KEPT },
  ...(['show', 'again', 'pdf', 'share', 'unshare'] as const).map((name): Press => ({ do: name, subId: SUB })),
  { do: 'history', page: 999_999 },
  { do: 'language', language: 'ru' },
  { do: 'amount', checks: 100_000 },
  { do: 'pay', provider: 'nowpayments', checks: 100_000 },
  { do: 'paid', orderId: SUB },
  { do: 'join', token: TOKEN },
  ...PLAIN.map((name): Press => ({ do: name })),
];

describe('what a button carries', () => {
  it('fits into 64 bytes and is read as it was written, for every button there is', () => {
    for (const press of PRESSES) {
      const text = writePress(press);
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(64);
      expect(readPress(text)).toEqual(press);
    }
  });

  it.each([
    '',
    'pick',
    'pick:short:BTC:',
    `pdf:${SUB.toUpperCase()}`,
    'amount:-1',
    'buy:1',
    `join:${TOKEN}x`,
    'history:x',
  ])('is nothing of ours: %j', (text) => expect(readPress(text)).toBeNull());

  it('refuses what would not be read again', () => {
    expect(() => writePress({ do: 'pdf', subId: 'x' })).toThrow(RangeError);
    expect(() => writePress({ do: 'join', token: 'x'.repeat(80) })).toThrow(RangeError);
  });
});

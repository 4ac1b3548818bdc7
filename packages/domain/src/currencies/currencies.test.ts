import { describe, expect, it } from 'vitest';
import { CURRENCIES, findCurrency } from './index.ts';

/** Every key a row may have; the compiler checks each table, this checks the merged one. */
const KNOWN_KEYS = new Set([
  'validator',
  'name',
  'versions',
  'segwitPrefixes',
  'expectedLength',
  'hash',
  'textLength',
  'cashAddr',
  'standard',
  'subAddress',
  'integrated',
  'chainId',
  'invertedCasing',
  'bech32',
  'prefixes',
  'sizesBytes',
  'variant',
  'chainLetters',
  'maxLength',
  'keyPrefixes',
  'names',
  'networkId',
  'sizeBytes',
  'firstByte',
]);

describe('the currency table', () => {
  it('[CAT-02] [GAP-26] has 300 to 400 currencies, each symbol once', () => {
    expect(CURRENCIES.length).toBeGreaterThanOrEqual(300);
    expect(CURRENCIES.length).toBeLessThanOrEqual(400);
    expect(new Set(CURRENCIES.map(({ symbol }) => symbol)).size).toBe(CURRENCIES.length);
  });

  it('[CAT-06] gives each a name, a lower-case symbol and the configuration of its validator, under known keys only', () => {
    for (const { symbol, name, rules } of CURRENCIES) {
      expect(name, symbol).not.toBe('');
      expect(symbol).toBe(symbol.toLowerCase());
      for (const key of Object.keys(rules)) expect(KNOWN_KEYS.has(key), `${symbol}.${key}`).toBe(true);
      expect(rules.validator, symbol).toMatch(/^[a-z]/);
    }
    expect(findCurrency('btc')).toMatchObject({
      name: 'Bitcoin',
      symbol: 'btc',
      rules: {
        validator: 'bitcoin',
        versions: { prod: [0x00, 0x05], testnet: [0x6f, 0xc4, 0x3c, 0x26], regtest: [0x6f, 0xc4, 0x3c, 0x26] },
        segwitPrefixes: { prod: 'bc', testnet: 'tb', regtest: 'bcrt' },
      },
    });
    expect(findCurrency('dcr')?.rules).toMatchObject({ expectedLength: 26, hash: 'blake256x2' });
  });

  it('[CAT-06] keeps version bytes within the length they are decoded from', () => {
    for (const { symbol, rules } of CURRENCIES) {
      if (rules.validator !== 'bitcoin') continue;
      const limit = rules.expectedLength === 26 ? 0xffff : 0xff;
      for (const version of Object.values(rules.versions).flat()) expect(version, symbol).toBeLessThanOrEqual(limit);
    }
  });

  it('finds a currency by symbol before any name, in any case', () => {
    expect(findCurrency('BTC')?.name).toBe('Bitcoin');
    expect(findCurrency('bitcoin cash')?.symbol).toBe('bch');
    expect(findCurrency('no-such-coin')).toBeUndefined();
    for (const { symbol } of CURRENCIES) expect(findCurrency(symbol)?.symbol).toBe(symbol);
  });
});

import { describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';

const KEY = 'k'.repeat(32);

describe('records in memory in the settings', () => {
  it('are none, and no server is asked, without them', () => {
    expect(readConfig({}).memory).toEqual({ bytes: 0, assets: null, keys: null, walkCalls: null });
  });

  it('name the assets in their order, and where other servers reach this one', () => {
    const { memory } = readConfig({
      ...{ MEMORY_MB: '500', MEMORY_ASSETS: 'TRX-USDT, ETH-USDT', INTERNAL_KEYS: `${KEY},${KEY}2` },
      ...{ INTERNAL_URL: 'http://10.0.0.5:3001/', INTERNAL_HOST: '0.0.0.0' },
    });
    expect(memory).toEqual({
      bytes: 500e6,
      assets: [
        { network: 'TRX', ticker: 'USDT' },
        { network: 'ETH', ticker: 'USDT' },
      ],
      keys: [new TextEncoder().encode(KEY), new TextEncoder().encode(`${KEY}2`)],
      walkCalls: { url: 'http://10.0.0.5:3001', host: '0.0.0.0', port: 3001 },
    });
  });

  it.each([
    ['https://memory.internal', {}, 443],
    ['http://memory.internal', {}, 80],
    ['https://memory.internal', { INTERNAL_PORT: '3001' }, 3001],
  ])('%s is listened for where the port says, else where the address does', (INTERNAL_URL, port, expected) => {
    expect(readConfig({ INTERNAL_URL, ...port, INTERNAL_KEYS: KEY }).memory.walkCalls?.port).toBe(expected);
  });

  it.each([
    [{ INTERNAL_URL: 'http://10.0.0.5:3001' }, 'INTERNAL_KEYS must be set too'],
    [{ INTERNAL_KEYS: 'too-short-a-secret' }, 'INTERNAL_KEYS must be one secret'],
    [{ INTERNAL_KEYS: `${KEY},${KEY},${KEY}` }, 'INTERNAL_KEYS must be one secret'],
    [
      { INTERNAL_URL: 'http://10.9.9.9:3001/walks', INTERNAL_KEYS: KEY },
      'INTERNAL_URL must be an address without a path',
    ],
    [{ MEMORY_ASSETS: 'USDT' }, 'MEMORY_ASSETS must be networks and tickers'],
    [{ MEMORY_ASSETS: 'ETH-NOPE' }, 'MEMORY_ASSETS must be networks and tickers'],
  ])('are refused with what to do, and without what was given: %o', (given, words) => {
    expect(() => readConfig(given)).toThrow(words);
    expect(() => readConfig(given)).not.toThrow(/too-short|10\.9\.9/);
  });
});

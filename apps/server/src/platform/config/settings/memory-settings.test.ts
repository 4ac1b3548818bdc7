import { describe, expect, it } from 'vitest';
import { readConfig } from '../config.ts';

describe('records in memory in the settings', () => {
  it('are none without them', () => {
    expect(readConfig({}).memory).toEqual({ bytes: 0, assets: null });
  });

  it('name the assets in their order', () => {
    const { memory } = readConfig({ MEMORY_MB: '500', MEMORY_ASSETS: 'TRX-USDT, ETH-USDT' });
    expect(memory).toEqual({
      bytes: 500e6,
      assets: [
        { network: 'TRX', ticker: 'USDT' },
        { network: 'ETH', ticker: 'USDT' },
      ],
    });
  });

  it.each(['USDT', 'ETH-NOPE'])('are refused with what to do where they name %s', (MEMORY_ASSETS) => {
    expect(() => readConfig({ MEMORY_ASSETS })).toThrow('MEMORY_ASSETS must be networks and tickers');
  });
});

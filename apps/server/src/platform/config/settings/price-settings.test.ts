import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from '../config.ts';

describe('the settings of prices', () => {
  it('ask nobody unless they say whom', () => {
    expect(readConfig({}).prices).toEqual({ coingecko: null, blockbook: [] });
  });

  it('send the key of a paid plan in its own header', () => {
    const free = readConfig({ PRICES_COINGECKO_KEY: 'CG-abcdefgh' }).prices.coingecko;
    expect(free).toEqual({
      url: 'https://api.coingecko.com/api/v3',
      key: 'CG-abcdefgh',
      keyHeader: 'x-cg-demo-api-key',
      isDemo: true,
    });
    const paid = readConfig({
      PRICES_COINGECKO_KEY: 'CG-abcdefgh',
      PRICES_COINGECKO_URL: 'https://pro-api.coingecko.com/api/v3/',
    }).prices.coingecko;
    expect(paid).toMatchObject({
      url: 'https://pro-api.coingecko.com/api/v3',
      keyHeader: 'x-cg-pro-api-key',
      isDemo: false,
    });
  });

  it.each([
    'https://api.coingecko.com:443/api/v3',
    'https://api.coingecko.com/api/v3/x',
    'https://proxy.example.org/cg',
  ])('send a demo key to %s, and ask it only for the days that a demo key reaches', (url) => {
    const { coingecko } = readConfig({ PRICES_COINGECKO_KEY: 'CG-abcdefgh', PRICES_COINGECKO_URL: url }).prices;
    expect(coingecko).toMatchObject({ keyHeader: 'x-cg-demo-api-key', isDemo: true });
  });

  it('name a Blockbook for each coin', () => {
    const { blockbook } = readConfig({
      PRICES_BLOCKBOOK_URLS: 'BTC=https://a.example.org/, LTC=http://b.example.org/ltc',
    }).prices;
    expect(blockbook).toEqual([
      { ticker: 'BTC', url: 'https://a.example.org' },
      { ticker: 'LTC', url: 'http://b.example.org/ltc' },
    ]);
  });

  it.each([{ PRICES_BLOCKBOOK_URLS: 'https://a.example.org' }, { PRICES_COINGECKO_KEY: 'short' }])(
    'are refused where they are none: %j',
    (given) => {
      expect(() => readConfig(given)).toThrow(ConfigError);
    },
  );
});

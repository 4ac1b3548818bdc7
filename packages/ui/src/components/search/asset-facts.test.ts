import { ASSETS as CATALOGUE, otherNamesOf } from '@assay/domain';
import { expect, it } from 'vitest';
import { filterAssets, searchAssets } from './asset-facts.ts';

const ASSETS = CATALOGUE.map((asset) => ({ ...asset, ...otherNamesOf(asset) }));

const names = (assets: readonly (typeof ASSETS)[number][]) =>
  assets.map(({ ticker, parent }) => `${ticker}/${parent ?? 'coin'}`);

it.each([
  ['XBT', 'BTC/coin'],
  ['ripple', 'XRP/coin'],
  ['Toncoin', 'TON/coin'],
  ['POL', 'MATIC/coin'],
  ['TRC20', 'USDT/TRX'],
  ['usdt trc20', 'USDT/TRX'],
  ['TRX USDT', 'USDT/TRX'],
  ['usdt ERC20', 'USDT/ETH'],
  ['usdt bep20', 'USDT/BSC'],
  ['usdt Binance', 'USDT/BSC'],
])('the asset selector finds first for %s: %s', (query, first) => {
  expect(names(filterAssets(ASSETS, query))[0]).toBe(first);
});

it.each([
  ['ERC20', 'USDT/ETH'],
  ['BEP20', 'USDT/BSC'],
  ['Binance', 'USDT/BSC'],
  ['usdt erc20', 'USDT/ETH'],
  ['xbt', 'BTC/coin'],
])('the suggestions for an address contain for %s: %s', (query, expected) => {
  expect(names(searchAssets(ASSETS, query))).toContain(expected);
});

it('a ticker in full finds in the selector what it found without other names', () => {
  expect(names(filterAssets(ASSETS, 'matic'))).toEqual(['MATIC/coin', 'MATIC/ETH', 'MATIC/BSC']);
});

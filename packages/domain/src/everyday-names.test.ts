import { expect, it } from 'vitest';
import { findAsset } from './assets/index.ts';
import { findCurrency } from './currencies/index.ts';
import { networkNamed, usualParent } from './everyday-names.ts';
import { isNetworkId, NETWORK_IDS, NETWORKS } from './network.ts';

it.each([
  ['USDT', 'TRC20', 'USDT', 'TRX'],
  ['USDT', 'tron', 'USDT', 'TRX'],
  ['USDT', 'ERC20', 'USDT', 'ETH'],
  ['USDT', 'Ethereum', 'USDT', 'ETH'],
  ['USDT', 'BEP20', 'USDT', 'BSC'],
  ['USDC', 'POL', 'USDC', 'POLYGON'],
  ['xbt', undefined, 'BTC', null],
  ['POL', undefined, 'MATIC', null],
])('%s on %s is understood', (ticker, parent, expected, on) => {
  expect(findAsset(ticker, parent)).toMatchObject({ ticker: expected, parent: on });
});

it.each(['TRC20', 'ERC20', 'BEP20', 'POL', 'Tron'])('%s names a network', (name) => {
  expect(isNetworkId(usualParent(name))).toBe(true);
});

it('a name that is none stays as it is', () => {
  expect(findAsset('USDT', 'constructor')).toBeUndefined();
  expect(usualParent('nowhere')).toBe('NOWHERE');
});

it.each([
  ['XBT', 'btc'],
  ['TRC20', 'trx'],
  ['Tron', 'trx'],
  ['ERC20', 'eth'],
  ['BEP20', 'bsc'],
  ['POL', 'pol'],
])('%s is a currency whose addresses can be judged', (name, symbol) => {
  expect(findCurrency(name)?.symbol).toBe(symbol);
});

it('every network is found by its id and by its name', () => {
  const found = NETWORK_IDS.flatMap((id) => [networkNamed(id.toLowerCase()), networkNamed(` ${NETWORKS[id].name} `)]);
  expect(found).toEqual(NETWORK_IDS.flatMap((id) => [id, id]));
  expect([networkNamed('nowhere'), networkNamed('constructor'), findCurrency('nowhere')]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

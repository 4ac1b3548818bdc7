import { describe, expect, it } from 'vitest';
import { currencyOf, PARENTS } from '../asset.ts';
import { findCurrency } from '../currencies/index.ts';
import { isNetworkId, NETWORKS } from '../network.ts';
import { FIRST_ASSET } from './first.ts';
import { ASSETS, assetByContract, defaultAssetFor, findAsset, parentsOf } from './index.ts';

describe('the asset catalogue', () => {
  it('[CAT-01] lists about 120 assets with ticker, name, parent and subticker', () => {
    expect(ASSETS.length).toBeGreaterThanOrEqual(115);
    expect(ASSETS.length).toBeLessThanOrEqual(125);
    for (const asset of ASSETS) {
      expect(asset.ticker).toMatch(/^[A-Z0-9]{2,6}$/);
      expect(asset.name).not.toBe('');
      expect(asset.parent === null || PARENTS.includes(asset.parent)).toBe(true);
      expect(asset.subticker === null || asset.subticker !== asset.ticker).toBe(true);
    }
  });

  it('[CAT-01] names every ticker and parent once', () => {
    expect(new Set(ASSETS.map(({ ticker, parent }) => `${ticker}/${parent}`)).size).toBe(ASSETS.length);
  });

  it('[GAP-25] begins with USDT on Tron, Bitcoin and Ethereum', () => {
    expect(ASSETS.slice(0, 3).map(({ ticker, parent }) => [ticker, parent])).toEqual([
      ['USDT', 'TRX'],
      ['BTC', null],
      ['ETH', null],
    ]);
  });

  it('[CAT-03] lists USDT, USDC, DAI and AXL once per network', () => {
    expect(parentsOf('USDT')).toEqual(['TRX', 'ETH', 'BSC', 'POLYGON', 'SOL', 'OP', 'ARB', 'AVAX']);
    expect(parentsOf('USDC')).toEqual(['ETH', 'TRX', 'BSC', 'POLYGON', 'SOL', 'OP', 'ARB', 'AVAX']);
    expect(parentsOf('DAI').length).toBeGreaterThan(3);
    expect(parentsOf('AXL').length).toBeGreaterThan(3);
  });

  it('[CAT-04] uses every parent network', () => {
    expect(PARENTS).toEqual(['ETH', 'TRX', 'BSC', 'POLYGON', 'SOL', 'OP', 'ARB', 'AVAX', 'LUNC']);
    expect(new Set(ASSETS.flatMap(({ parent }) => parent ?? []))).toEqual(new Set(PARENTS));
  });

  it('[CAT-05] includes the chains own coins', () => {
    for (const ticker of ['BTC', 'ETH', 'BNB', 'XRP', 'SOL', 'ADA', 'TRX', 'MATIC', 'LTC', 'DOGE']) {
      expect(findAsset(ticker, null), ticker).toBeDefined();
    }
  });

  it('has an address format for every asset', () => {
    for (const asset of ASSETS)
      expect(findCurrency(currencyOf(asset)), `${asset.ticker}/${asset.parent}`).toBeDefined();
  });

  it('follows a token on its parent and a coin with the decimals of its network', () => {
    for (const asset of ASSETS) {
      if (asset.parent !== null) expect(asset.network).toBe(asset.parent);
      else if (asset.network !== null) {
        expect(isNetworkId(asset.network)).toBe(true);
        expect(NETWORKS[asset.network].decimals, asset.ticker).toBe(asset.decimals);
        expect(NETWORKS[asset.network].native).toBe(asset.ticker);
      }
    }
  });

  it('keeps each contract once per network, EVM contracts in lower case', () => {
    const contracts = ASSETS.filter(({ contract }) => contract !== null).map(
      ({ network, contract }) => `${network} ${contract}`,
    );
    expect(new Set(contracts).size).toBe(contracts.length);
    for (const { contract } of ASSETS) if (contract?.startsWith('0x')) expect(contract).toMatch(/^0x[0-9a-f]{40}$/);
  });
});

describe('lookups', () => {
  it('finds an asset by ticker and parent in any case', () => {
    expect(findAsset('usdt', 'eth')?.contract).toBe('0xdac17f958d2ee523a2206206994597c13d831ec7');
    expect(findAsset('USDT', null)).toBeUndefined();
    expect(findAsset('nope')).toBeUndefined();
  });

  it('is led by the asset that fresh screens choose, which is known without it', () => {
    expect(ASSETS[0]).toEqual(FIRST_ASSET);
  });

  it('[GAP-56] picks the entry without parent, else the first in configuration order', () => {
    expect(defaultAssetFor('MATIC')?.parent).toBeNull();
    expect(defaultAssetFor('usdt')?.parent).toBe('TRX');
    expect(defaultAssetFor('usdc')?.parent).toBe('ETH');
    expect(findAsset('USDT')).toBe(defaultAssetFor('USDT'));
  });

  it('finds a token by its contract, EVM contracts in any case', () => {
    expect(assetByContract('ETH', '0xDAC17F958D2EE523A2206206994597C13D831EC7'.replace('0X', '0x'))?.ticker).toBe(
      'USDT',
    );
    expect(assetByContract('TRX', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t')?.ticker).toBe('USDT');
    expect(assetByContract('BSC', '0xdac17f958d2ee523a2206206994597c13d831ec7')).toBeUndefined();
    expect(assetByContract('LUNC', 'uusd')?.ticker).toBe('USTC');
  });
});

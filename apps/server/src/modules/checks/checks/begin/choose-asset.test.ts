import { ASSETS } from '@assay/domain';
import { describe, expect, it } from 'vitest';
import { choiceProblem, chooseAsset } from './choose-asset.ts';

const EVM = '0x098b716b8aaf21512996dc57eb0615e2383e2f96';
const TRON = 'TNXoiAJ3dct8Fjg4M9fkLFh9S2v9TXc32G';
const SOLANA = '7vfCXTUXx5WJV5JADk17DUJ4ksgau7utNKj4b963voxs';
const BITCOIN = '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa';

function choose(ticker: string, address: string, network: string | null = null): string {
  const named = { ticker, network, address };
  const choice = chooseAsset(ASSETS, named);
  if (choice.is !== 'chosen') return choiceProblem(choice, named, (name) => `--parent ${name}`);
  const { asset, byAddress } = choice;
  return `${asset.ticker}/${asset.parent ?? 'coin'}${byAddress ? ', by the address' : ''}`;
}

describe('the asset of a ticker and an address', () => {
  it.each([
    ['a coin', 'BTC', BITCOIN, null, 'BTC/coin'],
    ['a coin whose address is wrong, for the check to say so', 'btc', 'nonsense', null, 'BTC/coin'],
    ['the one network that the address fits', 'USDT', TRON, null, 'USDT/TRX, by the address'],
    ['another one', 'usdt', ` ${SOLANA} `, null, 'USDT/SOL, by the address'],
    ['of two networks the EVM one', 'TUSD', EVM, null, 'TUSD/ETH, by the address'],
    ['a named network', 'usdc', EVM, 'bsc', 'USDC/BSC'],
    ['a named network, although the address does not fit', 'USDC', TRON, 'ETH', 'USDC/ETH'],
    ['a coin by its own network', 'MATIC', EVM, 'polygon', 'MATIC/coin'],
    ['a coin by the name it has today', 'POL', EVM, null, 'MATIC/coin'],
    ['the same in small letters, with an address of another chain', ' pol ', TRON, null, 'MATIC/coin'],
    ['a coin by the name it has today and its network', 'POL', EVM, 'POL', 'MATIC/coin'],
    ['a token by the name of today, where its network is named', 'POL', EVM, 'ETH', 'MATIC/ETH'],
    ['a coin by its ticker as network', 'ETH', EVM, 'ETH', 'ETH/coin'],
  ])('is %s', (_what, ticker, address, network, expected) => {
    expect(choose(ticker, address, network)).toBe(expected);
  });

  it.each([
    [
      'USDT',
      EVM,
      null,
      'USDT is listed on TRX, ETH, BSC, POLYGON, SOL, OP, ARB, AVAX; the address fits ETH, BSC, POLYGON, OP, ARB, AVAX: name one, such as --parent ETH',
    ],
    [
      'matic',
      EVM,
      null,
      'MATIC is listed on POLYGON, ETH, BSC; the address fits POLYGON, ETH, BSC: name one, such as --parent POLYGON',
    ],
    ['FRAX', BITCOIN, null, 'FRAX is listed on ETH, ARB; the address fits none of them'],
    ['FRAX', EVM, 'trx', 'FRAX is not listed on TRX; it is listed on ETH, ARB'],
    ['NOPE', EVM, null, 'NOPE is not on the list of assets'],
    ['NOPE', EVM, 'ETH', 'NOPE is not on the list of assets'],
  ])('is not guessed for %s', (ticker, address, network, expected) => {
    expect(choose(ticker, address, network)).toBe(expected);
  });
});

import { ASSETS, type Asset, CURRENCIES, currencyOf, findAsset, findCurrency } from '@assay/domain';
import { describe, expect, it } from 'vitest';
import { matchAssets, validateAddress } from '../src/index.ts';
import { canonical, kind, ok, reason } from './judgements.ts';

const TRON = 'TNXoiAJ3dct8Fjg4M9fkLFh9S2v9TXc32G';
const EVM = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const SOLANA = '7UVttrLkRkZFn4FsTuihX5zCJ1ounF5Ts8CkSqPGN2Dh';

describe('which rule applies', () => {
  it('[ADDR-01] judges an asset by its parent, else its subticker, else its ticker', () => {
    const judgeAs = (address: string, asset: Asset | undefined) =>
      asset !== undefined && ok(address, currencyOf(asset));
    expect(judgeAs(TRON, findAsset('USDT', 'TRX'))).toBe(true);
    expect(judgeAs(EVM, findAsset('USDT', 'TRX'))).toBe(false);
    expect(judgeAs(EVM, findAsset('USDT', 'ETH'))).toBe(true);
    expect(judgeAs(EVM, findAsset('BNB'))).toBe(true);
    expect(judgeAs('1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2', findAsset('BTC'))).toBe(true);
  });

  it.each(['POLYGON', 'OP', 'ARB', 'AVAX', 'BSC', 'ETH'])(
    '[ADDR-01] judges tokens on %s by the Ethereum rule',
    (parent) => {
      expect(ok(EVM, parent)).toBe(true);
      expect(reason(EVM.replace('F3E', 'f3E'), parent)).toBe('Invalid checksum');
      expect(ok(TRON, parent)).toBe(false);
    },
  );

  it('[ADDR-01] judges tokens on LUNC by bech32 under terra, and on SOL by 32 bytes', () => {
    expect(ok('terra1tqgahz3c85x438vgeh57z63rs04cshlcx5ga4z', 'LUNC')).toBe(true);
    expect(ok('cosmos1hsk6jryyqjfhp5dhc55tc9jtckygx0eph6dd02', 'LUNC')).toBe(false);
    expect(ok(SOLANA, 'SOL')).toBe(true);
    expect(ok(EVM, 'SOL')).toBe(false);
  });

  it('[ADDR-02] counts a currency without validator as valid', () => {
    expect(findCurrency('no-such-coin')).toBeUndefined();
    expect(validateAddress('anything at all', 'no-such-coin')).toEqual({
      ok: true,
      kind: 'address',
      canonical: 'anything at all',
      checksum: 'absent',
    });
  });

  it('knows a currency by symbol or name in any case', () => {
    for (const key of ['BTC', 'btc', 'Bitcoin', 'BITCOIN'])
      expect(ok('1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN3', key)).toBe(false);
  });

  it('[ADDR-02] answers with a boolean verdict for every currency of the table', () => {
    for (const { symbol } of CURRENCIES) expect(typeof validateAddress(TRON, symbol).ok).toBe('boolean');
  });
});

describe('configuration and kinds', () => {
  it('[ADDR-32] configures version bytes, sub-address and integrated lists, segwit prefixes and patterns by the symbol', () => {
    const rules = (symbol: string) => CURRENCIES.find((currency) => currency.symbol === symbol)?.rules;
    expect(rules('btc')).toMatchObject({
      versions: { prod: [0, 5], testnet: [0x6f, 0xc4, 0x3c, 0x26], regtest: [0x6f, 0xc4, 0x3c, 0x26] },
      segwitPrefixes: { prod: 'bc', testnet: 'tb', regtest: 'bcrt' },
    });
    expect(rules('xmr')).toMatchObject({
      standard: { prod: [18], testnet: [53] },
      subAddress: { prod: [42], testnet: [63] },
      integrated: { prod: [19], testnet: [54] },
    });
    expect(rules('bch')).toMatchObject({ cashAddr: { startsWith: 'qp', legacy: false } });
    expect(rules('bsv')).toMatchObject({ cashAddr: { startsWith: 'q', legacy: true } });
  });

  it('[ADDR-33] names the kind of an address, and judges production addresses by default', () => {
    for (const [address, named] of [
      ['1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2', 'p2pkh'],
      ['3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy', 'p2sh'],
      ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 'p2wpkh'],
      ['bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3', 'p2wsh'],
      ['bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0', 'p2tr'],
      ['BC1SW50QGDZ25J', 'p2w-unknown'],
    ] as const) {
      expect(kind(address, 'btc')).toBe(named);
    }
    expect(kind(EVM, 'eth')).toBe('address');
    const testnet = 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx';
    expect(validateAddress(testnet, 'btc').ok).toBe(false);
    expect(kind(testnet, 'btc', 'testnet')).toBe('p2wpkh');
    expect(kind('bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080', 'btc', 'regtest')).toBe('p2wpkh');
  });

  it('[ERR-18] turns every internal failure into a reason', () => {
    const reasons = [
      reason('bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3T4', 'btc'),
      reason('1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN3', 'btc'),
      reason('x'.repeat(600), 'btc'),
      reason('', 'btc'),
      reason(EVM.replace('5', 'g'), 'eth'),
      reason('0OIl', 'btc'),
    ];
    expect(reasons).toEqual([
      'Mixed-case string',
      'Invalid checksum',
      'Exceeds length limit',
      'Data too short',
      'Unknown character',
      'Non-base character',
    ]);
  });
});

describe('matchAssets', () => {
  it('finds every asset an address can belong to, in the catalogue order', () => {
    const labels = (address: string) => matchAssets(address, ASSETS).map(({ ticker, parent }) => `${ticker}/${parent}`);
    const onTron = ASSETS.filter((asset) => currencyOf(asset) === 'TRX').map(
      ({ ticker, parent }) => `${ticker}/${parent}`,
    );
    expect(labels(TRON)).toEqual(onTron);
    expect(labels('bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4')).toEqual(['BTC/null']);
    expect(labels(EVM)).toContain('USDT/POLYGON');
    expect(labels(EVM)).not.toContain('USDT/TRX');
    expect(labels('')).toEqual([]);
  });
});

describe('contracts of the catalogue', () => {
  it('are canonical addresses of their networks', () => {
    for (const asset of ASSETS) {
      if (asset.contract === null || asset.parent === 'LUNC') continue;
      expect(canonical(asset.contract, currencyOf(asset)), `${asset.ticker}/${asset.parent}`).toBe(asset.contract);
    }
  });
});

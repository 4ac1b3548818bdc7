import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from '../config.ts';

const chainsOf = (environment: Record<string, string>) =>
  Object.fromEntries(readConfig(environment).sources.chains) as Readonly<Record<string, unknown>>;

describe('who is asked for chains', () => {
  it('is everybody that needs no key, where nothing is set', () => {
    expect(chainsOf({})).toEqual({
      BTC: [{ known: 'blockstream' }, { known: 'mempool' }],
      LTC: [{ known: 'litecoinspace' }],
      RVN: [{ known: 'ravencoin' }],
      ETH: [{ known: 'routescan' }],
      AVAX: [{ known: 'routescan' }],
      TRX: [{ known: 'trongrid' }],
      XLM: [{ known: 'stellar' }],
    });
    expect(readConfig({}).sources.isOn).toBe(true);
  });

  it('grows with the keys that are set, keyed ones first', () => {
    const chains = chainsOf({ NOWNODES_API_KEY: 'abcdef-123456', ETHERSCAN_API_KEY: 'ABCDEF123456' });
    expect(chains['BTC']).toEqual([{ known: 'nownodes' }, { known: 'blockstream' }, { known: 'mempool' }]);
    expect(chains['ZEC']).toEqual([{ known: 'nownodes' }]);
    expect(chains['DGB']).toEqual([{ known: 'nownodes' }]);
    expect(chains['ETH']).toEqual([{ known: 'etherscan' }, { known: 'routescan' }]);
    expect(chains['XRP']).toEqual([{ known: 'nownodes' }]);
    const others = chainsOf({ HELIUS_API_KEY: 'abcdef-123456', BLOCKSCOUT_API_KEY: 'abcdef-123456' });
    expect(others['SOL']).toEqual([{ known: 'helius' }]);
    expect(others['ETC']).toEqual([{ known: 'blockscout' }]);
  });

  it('leaves out those whose terms exclude a service, and networks that were refused, until they are named', () => {
    expect(Object.keys(chainsOf({})).toSorted()).toEqual(['AVAX', 'BTC', 'ETH', 'LTC', 'RVN', 'TRX', 'XLM']);
    const named = chainsOf({ CHAIN_SOURCES: 'XRP=xrplcluster,ripple SOL=solana OP=routescan' });
    expect(named['XRP']).toEqual([{ known: 'xrplcluster' }, { known: 'ripple' }]);
    expect(named['SOL']).toEqual([{ known: 'solana' }]);
    expect(named['OP']).toEqual([{ known: 'routescan' }]);
  });

  it('is as the operator says for the networks he names, and as ever for the others', () => {
    const chains = chainsOf({
      CHAIN_SOURCES:
        'BTC=esplora:http://127.0.0.1:3002/,mempool ETH=jsonrpc:https://user:pass@node.example.org LTC=none',
    });
    expect(chains['BTC']).toEqual([{ format: 'esplora', url: 'http://127.0.0.1:3002' }, { known: 'mempool' }]);
    expect(chains['ETH']).toEqual([{ format: 'jsonrpc', url: 'https://user:pass@node.example.org' }]);
    expect(Object.keys(chains).toSorted()).toEqual(['AVAX', 'BTC', 'ETH', 'RVN', 'TRX', 'XLM']);
  });

  it.each([
    'BTC',
    'BTC=',
    'BTC=mempool BTC=blockstream',
    'BTC=nobody',
    'BTC=etherscan:https://example.org',
    'BTC=esplora:ftp://example.org',
    'XYZ=mempool',
    'ETH=mempool',
  ])('is refused with what is expected, never with what was given: %s', (text) => {
    expect(() => readConfig({ CHAIN_SOURCES: text })).toThrow(ConfigError);
    expect(() => readConfig({ CHAIN_SOURCES: text })).toThrow(
      /CHAIN_SOURCES must be networks with who is asked for each/,
    );
  });

  it('needs the key of everybody who is named', () => {
    expect(() => readConfig({ CHAIN_SOURCES: 'ETH=etherscan TRX=trongrid' })).toThrow(
      'ETHERSCAN_API_KEY must be set too',
    );
    expect(chainsOf({ CHAIN_SOURCES: 'TRX=trongrid' })['TRX']).toEqual([{ known: 'trongrid' }]);
  });
});

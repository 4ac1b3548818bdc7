import { describe, expect, it } from 'vitest';
import { readConfig } from '../config.ts';
import { ownProviderNames } from './self-hosted-providers.ts';

function namesOf(chains: string): readonly string[] {
  return [...ownProviderNames(readConfig({ CHAIN_SOURCES: chains }).sources.chains).values()];
}

describe('the names of an operator’s own hosts', () => {
  it('consist of the format alone where no other own host uses it', () => {
    expect(namesOf('BTC=esplora:http://10.0.0.7:3002,mempool ETH=jsonrpc:https://me:pass@node.example.org')).toEqual([
      'own esplora',
      'own jsonrpc',
    ]);
  });

  it('contain the network where a format is used on several, and a number where several hosts use it on one', () => {
    const chains = 'BTC=esplora:http://a.example,blockstream,esplora:http://b.example LTC=esplora:http://a.example';
    expect(namesOf(`${chains} DOGE=blockbook:http://a.example`)).toEqual([
      'own esplora BTC 1',
      'own esplora BTC 2',
      'own esplora LTC',
      'own blockbook',
    ]);
  });

  it('are never shared, even by one host named twice', () => {
    const names = namesOf('BTC=esplora:http://a.example,esplora:http://a.example,blockbook:http://a.example');
    expect(new Set(names).size).toBe(3);
    expect(names.join()).not.toContain('a.example');
  });
});

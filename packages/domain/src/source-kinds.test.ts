import { readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { kindOfSource } from './source-kinds.ts';

const STARTER = new URL('../../../apps/server/starter/labels/', import.meta.url);

describe('who is behind a label', () => {
  it('is known of every list that ships with the product', () => {
    const lists = readdirSync(STARTER).filter((name) => name.endsWith('.jsonl'));
    expect(lists.length).toBeGreaterThan(5);
    const unknown = lists
      .map((name) => path.basename(name, '.jsonl'))
      .filter((source) => {
        return kindOfSource({ category: 'sanctions', source }) === 'operator';
      });
    expect(unknown).toEqual([]);
  });

  it('is a government for its listings alone', () => {
    expect(kindOfSource({ category: 'sanctions', source: 'uk-ofsi' })).toBe('government');
    expect(kindOfSource({ category: 'scam', source: 'uk-ofsi' })).toBe('operator');
  });

  it('is the issuer of a token for freezes that its contract states, and for nothing else', () => {
    const events = 'freezes-usdt-trx/TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
    const asked = 'the USDT contract on Ethereum, asked through etherscan';
    for (const source of [events, asked, 'the USDC accounts of the address, asked through solana']) {
      expect(kindOfSource({ category: 'issuer_frozen', source })).toBe('issuer');
      expect(kindOfSource({ category: 'scam', source })).toBe('operator');
    }
    expect(kindOfSource({ category: 'issuer_frozen', source: 'our-vendor' })).toBe('operator');
  });

  it('is the operator for a list of their own, and nobody but us for a derived label', () => {
    expect(kindOfSource({ category: 'scam', source: 'our-vendor', origin: 'given' })).toBe('operator');
    expect(kindOfSource({ category: 'exchange_licensed', source: 'ledger', origin: 'derived' })).toBe('derived');
  });
});

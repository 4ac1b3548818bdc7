import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readEntityFacts } from './entity-facts.ts';
import { bareNameOf, entityKeyOf, searchKeyOf, slugOfKey } from './entity-names.ts';

describe('spellings of one entity', () => {
  it.each([
    ['Mt. Gox', 'Mtgox'],
    ['BTC-e', 'Btc-E'],
    ['Bitcoin.de', 'bitcoin.de'],
    ['Lazarus group', 'LAZARUS GROUP (OFAC SDN)'],
    ['Telco 214', 'Telco214'],
    ['Café Coin', 'Cafe Coin'],
  ])('%s is %s', (one, other) => {
    expect(entityKeyOf(one)).toBe(entityKeyOf(other));
  });

  it.each([
    ['fetch-ai.net', 'fetchai.net'],
    ['eth-gift.com', 'eth-gift.net'],
    ['Locky', 'LockBit'],
    ['OFAC SDN entry 18647', 'OFAC SDN entry 1864'],
  ])('%s is not %s', (one, other) => {
    expect(entityKeyOf(one)).not.toBe(entityKeyOf(other));
  });

  it('have a slug that is the same for each of them and goes into a path as it is', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), (name) => {
        const slug = slugOfKey(entityKeyOf(name));
        expect(slug).toMatch(/^[a-z0-9.-]+$/);
        expect(slug.length).toBeLessThanOrEqual(80);
        expect(slugOfKey(entityKeyOf(`  ${name} `))).toBe(slug);
      }),
    );
  });

  it('have different slugs for different keys', () => {
    const keys = ['mtgox', 'x-1', 'a.bc', 'a-b.cd', 'ab.cd', '币安', '币安网', 'x'.repeat(90), 'x'.repeat(91)];
    expect(new Set(keys.map(slugOfKey)).size).toBe(keys.length);
  });

  it('are found by letters and digits alone', () => {
    expect(searchKeyOf(' mt.GOX ')).toBe('mtgox');
    expect(searchKeyOf('!?')).toBe('');
    expect(bareNameOf('Tornado Cash (OFAC SDN, delisted)')).toBe('Tornado Cash');
  });
});

describe('the facts that ship', () => {
  it('join names that spelling cannot', async () => {
    const facts = await readEntityFacts();
    for (const [name, other] of [
      ['Deribit', 'Derebit'],
      ['HTX', 'Huobi (HTX)'],
      ['Tornado Cash', 'tornado.cash'],
    ] as const) {
      expect(facts.slugOf(other), other).toBe(facts.slugOf(name));
    }
    expect(facts.slugOf('Scam site')).not.toBe(facts.slugOf('MyEtherWallet darklist'));
  });

  it('state each entity once, and no name of two entities', async () => {
    const entries = (await readEntityFacts()).entries();
    expect(entries.length).toBeGreaterThan(600);
    const keys = entries.flatMap(([, { name, otherNames }]) => [...new Set([name, ...otherNames].map(entityKeyOf))]);
    expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
  });
});

import { describe, expect, it } from 'vitest';
import { CATEGORIES, CATEGORY_IDS, type Category, isCategory, type RiskGroup } from './category.ts';

/** The specification's words for a group, tried in this order: 'unlicensed' is found before 'licensed'. */
const HIGH_WORDS =
  /scam|fraud|phishing|stolen|illegal|sanction|terror|darknet|dark (?:market|service)|mixer|ransom|gambling|unlicensed|child exploitation/;
const LOW_WORDS = /exchange licensed|settled|payment processor|mining|miner|staking|issuer|foundation/;

/** Categories the words do not know, with the group the method gives them. */
const BEYOND_WORDS: Partial<Record<Category, RiskGroup>> = { issuer_frozen: 'high', malware: 'high' };

describe('risk categories', () => {
  it('[RISK-16] names the first eleven categories of the specification', () => {
    expect(CATEGORY_IDS).toEqual(
      expect.arrayContaining([
        'exchange_licensed',
        'exchange_unlicensed',
        'exchange_fraudulent',
        'p2p_exchange_licensed',
        'p2p_exchange_unlicensed',
        'online_wallet',
        'liquidity_pools',
        'payment_processor',
        'miner',
        'mixer',
        'marketplace',
      ]),
    );
  });

  it('[RISK-17] names the other twelve categories of the specification', () => {
    expect(CATEGORY_IDS).toEqual(
      expect.arrayContaining([
        'gambling',
        'sanctions',
        'stolen_coins',
        'scam',
        'illegal_service',
        'enforcement_action',
        'ransom',
        'child_exploitation',
        'dark_market',
        'dark_service',
        'other_entities',
        'seized_assets',
      ]),
    );
  });

  for (const id of CATEGORY_IDS) {
    const { title, group } = CATEGORIES[id];
    it(`[RISK-18] [RISK-19] puts '${title}' in group ${group}, as its words say`, () => {
      const words = title.toLowerCase();
      const byWords = HIGH_WORDS.test(words) ? 'high' : LOW_WORDS.test(words) ? 'low' : 'mid';
      expect(group).toBe(BEYOND_WORDS[id] ?? byWords);
    });
  }

  it('lets weight fall from tier S to tier D without overlap', () => {
    const range = (tier: string) => {
      const weights = CATEGORY_IDS.filter((id) => CATEGORIES[id].tier === tier).map((id) => CATEGORIES[id].weight);
      return { least: Math.min(...weights), most: Math.max(...weights) };
    };
    expect(range('S')).toEqual({ least: 1, most: 1 });
    for (const [above, below] of [
      ['S', 'A'],
      ['A', 'B'],
      ['B', 'C'],
      ['C', 'D'],
    ] as const) {
      expect(range(above).least).toBeGreaterThan(range(below).most);
    }
  });

  it('narrows text to a category, and object properties are none', () => {
    expect(isCategory('exchange_licensed')).toBe(true);
    expect(isCategory('toString')).toBe(false);
    expect(isCategory('Sanctions')).toBe(false);
  });
});

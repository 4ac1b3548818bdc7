import { CATEGORIES, CATEGORY_IDS, isCategory } from '@assay/domain';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CATEGORY_WORDS, categoryOfWord, categoryOfWords, normaliseWord } from './category-words.ts';

describe('words of publishers', () => {
  it.each([
    ['coinjoin', 'coinjoin'],
    ['mixing_service', 'mixer'],
    ['black_list', 'issuer_frozen'],
    ['exchange', 'exchange_licence_unknown'],
    ['terrorism', 'terrorism_financing'],
    ['sextortion', 'ransom'],
    ['service_hack', 'stolen_coins'],
    ['ponzi_scheme', 'scam'],
    ['sanction', 'sanctions'],
    ['defi_lending', 'liquidity_pools'],
    ['mining pool', 'miner'],
    ['Dark Market', 'dark_market'],
    ['exchange licensed', 'exchange_licensed'],
  ])('takes %s as %s', (word, category) => {
    expect(categoryOfWords([word]).category).toBe(category);
  });

  it('reads every category of our own by its id and by its title', () => {
    for (const id of CATEGORY_IDS) {
      expect(categoryOfWord(id)).toBe(id);
      if (!CATEGORIES[id].title.includes(',')) expect(categoryOfWord(CATEGORIES[id].title)).toBe(id);
    }
  });

  it('holds each word in its normal form, and none that is one of our ids', () => {
    for (const word of Object.keys(CATEGORY_WORDS)) {
      expect(normaliseWord(word)).toBe(word);
      expect(isCategory(word)).toBe(false);
    }
  });

  it('takes an unknown word as other entities and reports it, never as anything illicit', () => {
    expect(categoryOfWords(['weapons of maths'])).toEqual({
      category: 'other_entities',
      unknown: ['weapons_of_maths'],
    });
    fc.assert(
      fc.property(fc.array(fc.string({ maxLength: 12 })), (words) => {
        fc.pre(words.every((word) => categoryOfWord(word) === null));
        expect([null, 'other_entities']).toContain(categoryOfWords(words).category);
      }),
    );
  });

  it('does not take what an object inherits for a word', () => {
    expect(categoryOfWord('constructor')).toBeNull();
    expect(categoryOfWord('__proto__')).toBeNull();
  });

  it('says nothing when no word is given', () => {
    expect(categoryOfWords([])).toEqual({ category: null, unknown: [] });
    expect(categoryOfWords([' '])).toEqual({ category: null, unknown: [] });
  });
});

describe('several words of one row', () => {
  it.each([
    [['exchange', 'sanction'], 'sanctions'],
    [['service', 'pyramid_scheme'], 'scam'],
    [['market', 'dark_web'], 'dark_market'],
    [['coinjoin', 'mixer'], 'coinjoin'],
    [['blocked', 'ofac-sanctions-lists'], 'sanctions'],
    [['organization', 'defi_dex', 'exchange'], 'liquidity_pools'],
    [['user', 'organization'], 'other_entities'],
    [['made-up', 'exchange'], 'exchange_licence_unknown'],
  ])('makes %j %s', (words, category) => {
    expect(categoryOfWords(words).category).toBe(category);
  });
});

import { CATEGORY_IDS } from '@assay/domain';
import { describe, expect, it } from 'vitest';
import { CATEGORY_MEANINGS } from './category-meanings.ts';
import { CATEGORY_WORDS } from './category-words.ts';

describe('the meaning of a category', () => {
  it('says of a company whose licence nothing states that it was not read, because no register of licences is', () => {
    expect(CATEGORY_MEANINGS.exchange_licence_unknown).toBe('Licence not read');
    expect(CATEGORY_MEANINGS.p2p_exchange_licence_unknown).toBe('Person to person, licence not read');
  });

  it('claims of no company that a public register was searched, neither in tables nor in sentences', () => {
    const said = CATEGORY_IDS.flatMap((id) => [CATEGORY_MEANINGS[id], ...Object.values(CATEGORY_WORDS[id])]);
    expect(said).toHaveLength(4 * CATEGORY_IDS.length);
    expect(said.filter((words) => /\bregist(er|ry)|no licence|not licensed/i.test(words))).toEqual([]);
  });
});

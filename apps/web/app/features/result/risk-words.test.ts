import { CATEGORY_IDS } from '@assay/domain';
import { describe, expect, it } from 'vitest';
import { CATEGORY_WORDS, sentencesOf } from './risk-words.ts';

describe('the words of the result page', () => {
  it('sets the headline one sentence a line', () => {
    expect(sentencesOf('Low risk. One star withheld.')).toEqual(['Low risk.', 'One star withheld.']);
    expect(sentencesOf('Stolen? Yes!')).toEqual(['Stolen?', 'Yes!']);
    expect(sentencesOf('No stop')).toEqual(['No stop']);
  });

  it('explain every category in a few words', () => {
    for (const id of CATEGORY_IDS) expect(CATEGORY_WORDS[id].length, id).toBeLessThan(50);
  });
});

import { buildAssessmentInput, buildLabel } from '@assay/testkit';
import { describe, expect, it } from 'vitest';
import { methodOf } from '../../assess/method-of.ts';
import { METHOD_REVISION } from '../../method/method-revision.ts';

const input = (sources: 'failed' | 'unreadable') => buildAssessmentInput({ sources });

describe.each([
  { version: '1', newest: 6, former: [1, 2, 4] },
  { version: '2', newest: 7, former: [3, 5] },
] as const)('an answer that could not be read, by version $version', ({ version, newest, former }) => {
  const byNewest = methodOf(version);

  it('is never said to be none: every sentence says that a source answered', () => {
    const { textSet, stars, cause, headline, text, why, wouldChange, advice, sentences } = byNewest(
      input('unreadable'),
    );
    expect([textSet, stars, cause]).toEqual([newest, 0, { rule: 'not_rated', reason: 'sources_failed' }]);
    expect(headline).toBe('Not rated. What a source answered could not be read.');
    expect(text).toBe(
      'A source of transfers answered, but what it answered could not be read, so nothing can be said of this address. Nothing was charged.',
    );
    expect(why).toBe(
      'No stars: what a source of transfers answered could not be read, and this address has no labels that count.',
    );
    expect(wouldChange).toEqual(['An answer that can be read would allow a rating.']);
    expect(advice).toBe('Try again in a few minutes. Do not read this as safe.');
    expect(sentences?.headline.map(({ code }) => code)).toEqual(['not_rated', 'answer_not_read']);
  });

  it('is said where the headline is all that is read', () => {
    const { headline } = byNewest({ ...input('unreadable'), headlineOnly: true });
    expect(headline).toBe('Not rated. What a source answered could not be read.');
  });

  it('changes no word where no source answered, and none of the sets before', () => {
    const silent = byNewest(input('failed'));
    expect(silent.headline).toBe('Not rated. The sources did not answer.');
    for (const set of former) {
      const then = methodOf(version, METHOD_REVISION, set);
      expect(then(input('unreadable'))).toEqual(then(input('failed')));
      expect(then(input('failed')).headline).toBe(silent.headline);
    }
  });

  it('lowers nothing that a label of the address itself decides', () => {
    const labels = [buildLabel({ category: 'sanctions' })];
    const { stars, headline } = byNewest(buildAssessmentInput({ sources: 'unreadable', labels }));
    expect([stars, headline]).toEqual([1, 'Very high risk. On a sanctions list.']);
  });
});

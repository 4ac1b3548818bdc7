import { describe, expect, it } from 'vitest';
import { codeProblem, emptyDraft, numberOf, onlyDigits, requestOf, socialOf } from './promo-draft.ts';

describe('a new promo code', () => {
  it('[PROMO-07] is by default for telegram, gives one check and ends today', () => {
    expect(requestOf(emptyDraft('2026-11-20'))).toEqual({
      code: '',
      social: 'telegram',
      free_checks: 1,
      total_usages: 1,
      expired_at: '2026-11-20',
    });
    expect(requestOf(emptyDraft('')).expired_at).toBeNull();
  });

  it('takes an emptied number for the default, and 0 for 0', () => {
    const draft = { ...emptyDraft('2026-11-20'), freeChecks: '', totalUsages: '0' };
    expect(requestOf(draft)).toMatchObject({ free_checks: 1, total_usages: 0 });
    expect(numberOf('0', 7)).toBe(0);
  });

  it('holds digits only, so that no number is below 0', () => {
    expect(['-5', '1e3', ' 12 ', '99999999'].map(onlyDigits)).toEqual(['5', '13', '12', '9999999']);
  });

  it('may be named by nobody: an empty code is made by the server', () => {
    expect(codeProblem('')).toBeNull();
    expect(codeProblem('  SPRING-26 ')).toBeNull();
    for (const code of ['ab', 'with space', 'ü'.repeat(4), 'x'.repeat(33)]) expect(codeProblem(code)).not.toBeNull();
  });

  it('is spread where the list says', () => {
    expect(socialOf('youtube')).toBe('youtube');
    expect(socialOf('myspace')).toBe('telegram');
  });
});

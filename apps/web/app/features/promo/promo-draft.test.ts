import { describe, expect, it } from 'vitest';
import {
  checksProblem,
  codeProblem,
  dayNote,
  emptyDraft,
  numberOf,
  requestOf,
  socialOf,
  usagesProblem,
} from './promo-draft.ts';

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

  it('refuses what is no whole number of its range, and changes nothing of what was typed', () => {
    for (const typed of ['-5', '1e3', '2.5', '10001', '99999999999']) {
      expect(checksProblem(typed)).toBe('Use a whole number from 0 to 10,000.');
    }
    for (const typed of ['', '0', ' 12 ', '10000']) expect(checksProblem(typed)).toBeNull();
    expect([usagesProblem('1000000'), usagesProblem('1000001')]).toEqual([
      null,
      'Use a whole number from 0 to 1,000,000.',
    ]);
  });

  it('says of its last day whether it has passed, and without one that it does not expire', () => {
    expect(dayNote('', '2026-11-20')).toMatchObject({ text: 'The code does not expire.', isWarning: false });
    expect(dayNote('2026-11-19', '2026-11-20')).toMatchObject({ isWarning: true });
    expect(dayNote('2026-11-20', '2026-11-20')).toBeNull();
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

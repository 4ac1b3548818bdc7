import { describe, expect, it } from 'vitest';
import { SuggestQuery } from '../wallet/suggest.ts';
import { Check, CheckRequest } from './check.ts';
import { CheckState } from './check-result.ts';

describe('the check contract', () => {
  it('[API-09] takes address, ticker, parent, subticker and name; what is missing may be null', () => {
    expect(CheckRequest.parse({ address: ' 1abc ', ticker: 'BTC', extra: 1 })).toEqual({
      address: '1abc',
      ticker: 'BTC',
      parent: null,
      subticker: null,
      name: null,
    });
    expect(CheckRequest.safeParse({ address: ' ', ticker: 'BTC' }).success).toBe(false);
  });

  it('[API-08] asks for 50 suggestions by default', () => {
    expect(SuggestQuery.parse({ address: 'ab' }).limit).toBe(50);
    expect(SuggestQuery.parse({ address: 'ab', limit: '3' }).limit).toBe(3);
    for (const limit of ['0', '51', '1.5', 'x', 'Infinity']) {
      expect(SuggestQuery.safeParse({ address: 'ab', limit }).success).toBe(false);
    }
  });

  it('has no place for stars while a check runs', () => {
    const running = { status: 'running', sub_id: 'x', ticker: 'BTC', parent: null, address: 'a', progress: 0.5 };
    expect(CheckState.parse({ ...running, asset: { riskscore: 5 } })).toEqual(running);
    expect(CheckState.safeParse({ status: 'done' }).success).toBe(false);
  });

  it('names its failures by the error table', () => {
    expect(Check.errors).toContain('NotEnoughChecks');
    expect(Object.keys(Check.answers)).toEqual(['200', '202']);
  });
});

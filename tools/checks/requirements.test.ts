import { describe, expect, it } from 'vitest';
import { idsNamed, idsOfPage, markPage } from './requirements.ts';

describe('the requirements check', () => {
  it('reads single ids, lists and ranges from test names', () => {
    expect(idsNamed("it('[ADDR-04] accepts', …); it('[RISK-16, RISK-17] groups')")).toEqual([
      'ADDR-04',
      'RISK-16',
      'RISK-17',
    ]);
    expect(idsNamed("describe('[CAT-01..CAT-03] the table')")).toEqual(['CAT-01', 'CAT-02', 'CAT-03']);
    expect(idsNamed('const row = cells[A-1]; // sha-256')).toEqual([]);
  });

  it('marks a row open exactly when no test names it', () => {
    const page = '# Page\n- **HIST-05** shows a word. *(open)*\n- **HIST-06** shows a date.\n';
    const marked = markPage(page, new Set(['HIST-05']));
    expect(marked).toBe('# Page\n- **HIST-05** shows a word.\n- **HIST-06** shows a date. *(open)*\n');
    expect(markPage(marked, new Set(['HIST-05']))).toBe(marked);
    expect(idsOfPage(page)).toEqual(['HIST-05', 'HIST-06']);
  });
});

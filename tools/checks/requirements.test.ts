import { describe, expect, it } from 'vitest';
import { crowdedTests, idsOfPage, markPage } from './requirements.ts';
import { idsNamed, testsOf } from './test-names.ts';

const idsOf = (source: string) => testsOf(source, false).map(({ ids }) => ids);

describe('the requirements check', () => {
  it('reads single ids, lists and ranges from a name', () => {
    expect(idsNamed('[ADDR-04] accepts; [RISK-16, RISK-17] groups')).toEqual(['ADDR-04', 'RISK-16', 'RISK-17']);
    expect(idsNamed('[CAT-01..CAT-03] the table')).toEqual(['CAT-01', 'CAT-02', 'CAT-03']);
    expect(idsNamed('const row = cells[A-1]; // sha-256')).toEqual([]);
  });

  it('reads the names of tests, with those of the blocks around them', () => {
    expect(
      idsOf(`describe('[HIST-01] a page', () => {
        it('[HIST-02] shows dates', () => {});
        describe.each([1])('%s', () => { test.each([[1]])(\`[HIST-03] \${1} shows words\`, () => {}); });
      });
      it.runIf(here)('[HIST-04] ' + 'prints', () => {});`),
    ).toEqual([['HIST-01', 'HIST-02'], ['HIST-01', 'HIST-03'], ['HIST-04']]);
  });

  it('reads nothing from comments, other texts and tests that are left out', () => {
    expect(
      idsOf(`// it('[HIST-01] shows', …)
      const name = '[HIST-02]';
      it('shows', () => { expect(name).toBe('[HIST-03]'); });
      it.skip('[HIST-04] shows', () => {});
      describe.skip('a page', () => { it('[HIST-05] shows', () => {}); });
      it.todo('[HIST-06] shows');`),
    ).toEqual([[]]);
  });

  it('refuses a test that names more than three', () => {
    const tests = testsOf(
      `describe('[HIST-01] [HIST-02] a page', () => {
        it('[HIST-03] [GAP-01] shows three', () => {});
        it('[HIST-03] [HIST-04] shows four', () => {});
      });
      it('[PROMO-01..PROMO-04] are redeemed', () => {});`,
      false,
    );
    expect(crowdedTests(tests).map(({ name }) => name)).toEqual([
      '[HIST-03] [HIST-04] shows four',
      '[PROMO-01..PROMO-04] are redeemed',
    ]);
  });

  it('marks a row open exactly when no test names it', () => {
    const page = '# Page\n- **HIST-05** shows a word. *(open)*\n- **HIST-06** shows a date.\n';
    const marked = markPage(page, new Set(['HIST-05']));
    expect(marked).toBe('# Page\n- **HIST-05** shows a word.\n- **HIST-06** shows a date. *(open)*\n');
    expect(markPage(marked, new Set(['HIST-05']))).toBe(marked);
    expect(idsOfPage(page)).toEqual(['HIST-05', 'HIST-06']);
  });
});

import { readFileSync } from 'node:fs';
import { RETENTION_DAYS, RETENTION_LAW } from '@assay/contracts/client';
import { formatCount } from '@assay/wording';
import { describe, expect, it } from 'vitest';
import { daysKept, readRetention, refusedField } from './retention-wish.ts';

const LAW = 'RahaPTS § 47';

describe('what is typed about the retention of a company', () => {
  it('is the usual time where both fields are empty', () => {
    expect(readRetention({ days: ' ', law: '' })).toEqual({ wish: null, wrong: null });
    expect(daysKept(null, 1095)).toBe(1095);
  });

  it('is days and a law, from a day over three years to ten years', () => {
    for (const days of ['1096', '3650']) {
      expect(readRetention({ days, law: ` ${LAW} ` })).toEqual({ wish: { days: Number(days), law: LAW }, wrong: null });
    }
    expect(readRetention({ days: '1,827', law: LAW })).toMatchObject({ wish: { days: 1827 } });
    for (const days of ['1095', '1,82', '1,8270', '3651', '5 years', '1826.5', '-1826', '']) {
      expect(readRetention({ days, law: LAW }), days).toMatchObject({ wrong: 'days' });
    }
  });

  it('needs the law, in at most 300 characters', () => {
    expect(readRetention({ days: '1826', law: ' ' })).toMatchObject({ wrong: 'law' });
    expect(readRetention({ days: '1826', law: 'x'.repeat(301) })).toMatchObject({ wrong: 'law' });
  });
});

describe('a retention that the server refuses', () => {
  it('is a fault of the field that the server names, and of none for other failures', () => {
    expect(refusedField(['retention.law'])).toBe('law');
    expect(refusedField(['retention.days', 'retention.law'])).toBe('days');
    for (const names of [[], ['retention'], ['(whole)'], ['law']]) expect(refusedField(names)).toBeNull();
  });
});

describe('the limits of a retention', () => {
  it('are the same numbers for the site and the server, and come to the site without schemas', () => {
    const shown = readRetention({ days: '1', law: LAW });
    expect(shown).toMatchObject({
      problem: expect.stringContaining(`${formatCount(RETENTION_DAYS.min)} to ${formatCount(RETENTION_DAYS.max)}`),
    });
    expect(readRetention({ days: '1827', law: 'x'.repeat(RETENTION_LAW.max) })).toMatchObject({ wrong: null });
    const limits = readFileSync(
      new URL('../../../../../packages/contracts/src/workspaces/retention-limits.ts', import.meta.url),
      'utf8',
    );
    expect(limits).not.toContain('import');
  });
});

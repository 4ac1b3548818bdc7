import { describe, expect, it } from 'vitest';
import { SCORE_CASES, scoreAll } from './run.ts';
import { scoreGroups } from './starter-groups.ts';
import { readStarterLabels } from './starter-labels.ts';

describe('scorecard of known addresses', () => {
  for (const one of SCORE_CASES) {
    it(`[RISK-05] rates '${one.name}' as expected: ${one.expected}`, async () => {
      const [scored] = await scoreAll([one]);
      const told = (rating: NonNullable<typeof scored>['withLabel'] | undefined) => ({
        stars: rating?.assessment.stars,
        range: rating?.range,
        right: rating?.right,
        why: rating?.assessment.why,
      });
      expect(told(scored?.withLabel)).toMatchObject({ right: true });
      expect(told(scored?.leftOut)).toMatchObject({ right: true });
    });
  }

  it('holds at least forty cases, of every kind, each with a name of its own', () => {
    expect(SCORE_CASES.length).toBeGreaterThanOrEqual(40);
    expect(new Set(SCORE_CASES.map(({ name }) => name)).size).toBe(SCORE_CASES.length);
    expect(new Set(SCORE_CASES.map(({ kind }) => kind)).size).toBe(4);
  });

  it('never mistakes a known bad address for a good one while its label is known, nor the other way round', async () => {
    for (const { of, withLabel } of await scoreAll()) {
      if (of.kind === 'bad') expect(withLabel.assessment.stars, of.name).toBeLessThanOrEqual(2);
      if (of.kind === 'good') expect(withLabel.assessment.stars, of.name).toBeGreaterThanOrEqual(4);
    }
  });
});

describe('scorecard of the labels that ship', () => {
  for (const { of, addresses, wrong } of scoreGroups(readStarterLabels())) {
    it(`rates '${of.name}' as expected: ${of.expected}`, () => {
      expect(addresses).toBeGreaterThanOrEqual(of.least);
      expect(wrong.map(({ address, assessment }) => `${address}: ${assessment.why}`)).toEqual([]);
    });
  }
});

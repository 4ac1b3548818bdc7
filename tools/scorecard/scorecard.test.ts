import { describe, expect, it } from 'vitest';
import type { Expectation } from './case.ts';
import { REAL_CASES } from './real-cases.ts';
import { openRealWorlds } from './real-worlds.ts';
import { type Rating, SCORE_CASES, type ScoredCase, scoreAll } from './run.ts';
import { sceneOf } from './scene.ts';
import { scoreGroups } from './starter-groups.ts';
import { readStarterLabels } from './starter-labels.ts';

const summaryOf = ({ rated, range, right }: Rating) => ({
  right,
  stars: rated.stars,
  range,
  why: rated.why,
});

function expectRight(scored: readonly ScoredCase[]): void {
  expect(scored).toHaveLength(1);
  for (const { withLabel, leftOut } of scored) {
    expect(summaryOf(withLabel)).toMatchObject({ right: true });
    expect(summaryOf(leftOut)).toMatchObject({ right: true });
  }
}

const nameOf = ({ name, expected }: Expectation) => `rates '${name}' as expected: ${expected}`;

describe('scorecard of scenes', () => {
  for (const one of SCORE_CASES) {
    it(`[RISK-05] ${nameOf(one)}`, async () => expectRight(await scoreAll([one], sceneOf)));
  }

  it('holds at least forty cases, of every kind, each with a name of its own', () => {
    expect(SCORE_CASES.length).toBeGreaterThanOrEqual(40);
    expect(new Set(SCORE_CASES.map(({ name }) => name)).size).toBe(SCORE_CASES.length);
    expect(new Set(SCORE_CASES.map(({ kind }) => kind)).size).toBe(4);
  });

  it('never mistakes a known bad address for a good one while its label is known, nor the other way round', async () => {
    for (const { of, withLabel } of await scoreAll(SCORE_CASES, sceneOf)) {
      if (of.kind === 'bad') expect(withLabel.rated.stars, of.name).toBeLessThanOrEqual(2);
      if (of.kind === 'good') expect(withLabel.rated.stars, of.name).toBeGreaterThanOrEqual(4);
    }
  });
});

describe('scorecard of the records that ship', () => {
  const realWorldOf = openRealWorlds();
  for (const one of REAL_CASES) {
    it(nameOf(one), async () => expectRight(await scoreAll([one], realWorldOf)));
  }
});

describe('scorecard of the labels that ship', () => {
  for (const { of, addresses, wrong } of scoreGroups(readStarterLabels())) {
    it(nameOf(of), () => {
      expect(addresses).toBeGreaterThanOrEqual(of.least);
      expect(wrong.map(({ address, assessment }) => `${address}: ${assessment.why}`)).toEqual([]);
    });
  }
});

import { describe, it } from 'vitest';
import type { FlowWalkOptions } from '../../src/version-3/walk/flow-walk.ts';
import { ratedHistory } from '../version-3/assess/rated-histories.ts';
import { storeOf } from '../version-3/histories.ts';
import { columnsOf } from './columns-of.ts';
import { expectSameAnswers } from './same-answers.ts';

const RUNS = Number(process.env['COLUMNS_RUNS'] ?? 100);
const seeds = Array.from({ length: RUNS }, (_, index) => 20_270_101 + index);

/** Walks that follow all, that are cut, and that are cut soon. */
const CUTS: readonly FlowWalkOptions[] = [
  { threshold: 0, maxStates: 1e9 },
  {},
  { threshold: 0.2, maxStates: 40 },
  { threshold: 0.05, targetNotFollowed: 1, evidence: false },
];

describe('flows in columns and the reference', () => {
  it.each(CUTS)('answer all questions with the same bytes, cut by %o', async (options) => {
    for (const seed of seeds) {
      const one = ratedHistory(seed);
      const { store, positionOf } = await columnsOf(storeOf(one.history), one.history, { firstNode: seed % 3 });
      await expectSameAnswers(store.snapshot(), one, positionOf, options);
    }
  });
});

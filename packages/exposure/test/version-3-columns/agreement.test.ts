import { describe, expect, it } from 'vitest';
import { assessWallet } from '../../src/version-3/assess/assess.ts';
import { withoutClaim } from '../../src/version-3/change/without-claim.ts';
import type { FlowWalkOptions } from '../../src/version-3/walk/flow-walk.ts';
import { ratedHistory } from '../version-3/assess/rated-histories.ts';
import { questionOf } from '../version-3/assess/rated-questions.ts';
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

  it('answer with the same bytes had nobody made a claim', async () => {
    for (const seed of seeds) {
      const one = ratedHistory(seed);
      const memory = storeOf(one.history);
      const { store } = await columnsOf(memory, one.history);
      for (const { category, entity } of [...one.history.labels.values()].flat()) {
        const answers = [memory, store.snapshot()].map((each) => {
          const asked = withoutClaim({ store: each, question: questionOf(one) }, { category, entity });
          return assessWallet(asked.store, asked.question);
        });
        const [expected, found] = await Promise.all(answers);
        expect(found, one.name).toEqual(expected);
      }
    }
  });
});

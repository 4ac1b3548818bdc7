import { expect, it } from 'vitest';
import type { Db } from '../../../platform/db/index.ts';
import { unchargedStore } from './uncharged.store.ts';
import { buildUnchargedAnswers } from './uncharged.ts';

const NOON = new Date('2026-11-28T12:00:00Z');
const refused = (perDay: number) =>
  buildUnchargedAnswers({ store: unchargedStore, boughtChecks: async () => 0, perDay, nobodys: [] }).assertLeft(
    {} as Db,
    ['somebody'],
    { answered: perDay, running: 0 },
    NOON,
  );

it('says how many answers without a charge there were, and when the next check is possible', async () => {
  await expect(refused(1)).rejects.toMatchObject({
    publicText:
      'You have had 1 answer without a charge today. The next check is possible at 2026-11-29 00:00 UTC, or once you have bought more checks.',
  });
  await expect(refused(20)).rejects.toMatchObject({ publicText: expect.stringMatching(/^You have had 20 answers /) });
});

it.each([
  [0, 20],
  [1, 20],
  [2, 20],
  [3, 30],
])('of check credits that were bought, %i leave a batch %i answers without a charge a day', async (bought, most) => {
  const isLeft = (answered: number) =>
    buildUnchargedAnswers({
      store: { ...unchargedStore, answered: async () => answered },
      boughtChecks: async () => bought,
      perDay: 20,
      nobodys: [],
    }).isLeft({} as Db, 'somebody', NOON);
  expect([await isLeft(most - 1), await isLeft(most)]).toEqual([true, false]);
});

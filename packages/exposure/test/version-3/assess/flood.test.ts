import { describe, expect, it } from 'vitest';
import type { AssessmentOf3 } from '../../../src/version-3/assess/assessment-of-3.ts';
import { riskScoreOf } from '../../../src/version-3/rating/rating.ts';
import type { Question } from '../../method-3/scene-input.ts';
import { sceneOf } from '../../method-3/washing-scenes.ts';
import { answerByEngine } from './scene-questions.ts';

type Moves = Parameters<typeof sceneOf>[1];

/** Fewer states than dust, as 100,000 are for more dust. */
const WALK = { maxStates: 100 };

/** A unit each, of as many transactions. */
const dustTo = (account: string): Moves => Array.from({ length: 300 }, () => ['duster', account, 1] as const);

const answer = (moves: Moves, kind: Question['kind'], more: Partial<Question> = {}): Promise<AssessmentOf3> =>
  answerByEngine(sceneOf('a flood', moves), { kind, address: 's', asset: 'USDT', ...more }, WALK);

const starsOf = ({ rating }: AssessmentOf3) => [riskScoreOf(rating), rating.finding];

const LOOT: Moves = [
  ['thief', 'm', 60_000],
  ['m', 's', 60_000],
];

/** All that came before is little beside it, and is gone. */
const BEFORE: Moves = [
  ['ex', 's', 10_000_000],
  ['s', 'shop', 10_000_000],
];

describe('a flood of dust', () => {
  it('to an account on the way takes what was not followed for nothing that could be explained', async () => {
    const flooded: Moves = [['thief', 'm', 60_000], ...dustTo('m'), ['m', 's', 60_000], ['ex', 's', 60_000]];
    const found = await answer(flooded, 'wallet');
    expect(found.mixtures[0]?.notFollowed).toBeGreaterThan(0.4);
    expect(starsOf(found)).toEqual([0, 'too_little']);
  });

  it('to the address itself uses up no state: what it holds is still found', async () => {
    const flooded: Moves = [...BEFORE, ...LOOT, ...dustTo('s'), ['ex', 's', 60_000]];
    expect(starsOf(await answer([...BEFORE, ...LOOT, ['ex', 's', 60_000]], 'wallet'))).toEqual([2, null]);
    const found = await answer(flooded, 'wallet');
    expect(starsOf(found)).toEqual([2, null]);
    expect(found.mixtures.find(({ name }) => name === 'now')?.notFollowed).toBeLessThan(0.01);
  });

  it('to the address itself hides nothing of a payment that it would make', async () => {
    const flooded: Moves = [...BEFORE, ...LOOT, ...dustTo('s'), ['ex', 's', 60_000]];
    expect(starsOf(await answer(flooded, 'payment', { amount: '1000' }))).toEqual([2, null]);
  });
});

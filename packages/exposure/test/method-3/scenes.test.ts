import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { rateMadePayment } from './payments.ts';
import { EXCEPTED, expectedOf } from './scene-exceptions.ts';
import { accountWorld, amountAsked, answer, circumstancesOf, NOW, type Question, type Scene } from './scene-input.ts';

const scenes: Scene[] = readFileSync(new URL('scenes.jsonl', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line): Scene => JSON.parse(line));

const nameOf = (scene: Scene, { kind, address, asset }: Question, index: number): string =>
  `${scene.name}: ${kind} ${address} ${asset} (${index})`;

describe('method 3 by its page', () => {
  for (const scene of scenes) {
    for (const [index, question] of scene.questions.entries()) {
      it(nameOf(scene, question, index), () => {
        const result = answer(scene, question);
        expect({
          stars: result.stars,
          riskscore: result.riskscore,
          finding: result.finding,
          confidence: result.confidence,
          exchanged_not_followed: result.exchangedNotFollowed,
          reason: result.reason,
          set_aside: result.setAside,
        }).toEqual(expectedOf(scene, index));
      });
    }
  }
});

it('has an exception for no question that is gone', () => {
  const names = scenes.flatMap(({ name, questions }) => questions.map((_, index) => `${name} (${index})`));
  expect(names).toEqual(expect.arrayContaining([...EXCEPTED]));
});

describe('a payment is rated alike before and after it is made', () => {
  for (const scene of scenes.filter(({ records }) => records !== undefined)) {
    for (const [index, question] of scene.questions.entries()) {
      if (question.kind !== 'payment') continue;
      const amount = amountAsked(scene, question);
      if (amount.d !== 1n || Number(question.earlier_usd ?? question.earlier_amount) > 0) continue;
      it(nameOf(scene, question, index), () => {
        const made = {
          asset: question.asset,
          from: question.address,
          to: 'receiver',
          amount: amount.n.toString(),
          time: NOW,
          n: 1_000_000,
          tx: 'made',
        };
        const after = { ...scene, records: [...(scene.records ?? []), made] };
        const world = accountWorld(after, question.address);
        const result = rateMadePayment('receiver', question.asset, 'made', world, circumstancesOf(scene, question));
        expect(result).toEqual(answer(scene, question));
      });
    }
  }
});

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { expectedOf } from '../method-3/scene-exceptions.ts';
import { circumstancesOf, historyOf, plannedPaymentOf, type Scene, statedOf } from '../method-3/scene-input.ts';
import { plannedResult, walletResult } from './as-input.ts';

const scenes: Scene[] = readFileSync(new URL('../method-3/scenes.jsonl', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line): Scene => JSON.parse(line));

describe('the rating of version 3 gives what the scenes of its page expect', () => {
  for (const scene of scenes) {
    for (const [index, question] of scene.questions.entries()) {
      it(`${scene.name}: ${question.kind} ${question.address} ${question.asset} (${index})`, () => {
        const history = historyOf(scene, question);
        const of = circumstancesOf(scene, question);
        const result =
          question.kind === 'wallet'
            ? walletResult(history, of, statedOf(question))
            : plannedResult(question.address, history, of, plannedPaymentOf(scene, question));
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

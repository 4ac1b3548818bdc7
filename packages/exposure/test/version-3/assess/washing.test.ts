import { describe, expect, it } from 'vitest';
import { riskScoreOf } from '../../../src/version-3/rating/rating.ts';
import { answer } from '../../method-3/scene-input.ts';
import { WASHING } from '../../method-3/washing-scenes.ts';
import { answerByEngine } from './scene-questions.ts';

describe('a way to wash money that is closed', () => {
  for (const { name, scene, questions } of WASHING) {
    for (const [index, { question, stars, finding }] of questions.entries()) {
      it(`gives what the page says: ${name} (${index})`, async () => {
        const page = answer(scene, question);
        expect([page.riskscore, page.finding]).toEqual([stars, finding]);
        const { rating } = await answerByEngine(scene, question);
        expect([riskScoreOf(rating), rating.finding]).toEqual([stars, finding]);
      });
    }
  }
});

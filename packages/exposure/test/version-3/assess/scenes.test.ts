import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { reasonOf, riskScoreOf } from '../../../src/version-3/rating/rating.ts';
import { expectedOf } from '../../method-3/scene-exceptions.ts';
import type { Scene } from '../../method-3/scene-input.ts';
import { answerByEngine } from './scene-questions.ts';

const scenes: Scene[] = readFileSync(new URL('../../method-3/scenes.jsonl', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line): Scene => JSON.parse(line));

describe('the engine of version 3 answers what the scenes of its page expect', () => {
  for (const scene of scenes) {
    for (const [index, question] of scene.questions.entries()) {
      it(`${scene.name}: ${question.kind} ${question.address} ${question.asset} (${index})`, async () => {
        const { rating } = await answerByEngine(scene, question);
        expect({
          stars: rating.kind === 'stars' ? rating.stars : null,
          riskscore: riskScoreOf(rating),
          finding: rating.finding,
          confidence: rating.kind === 'stars' ? rating.confidence : 'none',
          exchanged_not_followed: rating.exchangedNotFollowed,
          reason: reasonOf(rating),
          set_aside: rating.setAside,
        }).toEqual(expectedOf(scene, index));
      });
    }
  }
});

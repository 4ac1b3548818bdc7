import { readFileSync } from 'node:fs';
import type { AssessmentOf3 } from '../../src/version-3/assess/assessment-of-3.ts';
import type { Question, Scene } from '../method-3/scene-input.ts';
import { answerByEngine } from './assess/scene-questions.ts';

/** One question of a scene of the page, and what the engine answers. */
export interface AnsweredScene {
  readonly scene: Scene;
  readonly question: Question;
  readonly found: AssessmentOf3;
}

/** The answers of the engine to every question of every scene, for tests of what is made of them. */
export async function answeredScenes(): Promise<readonly AnsweredScene[]> {
  const answers: AnsweredScene[] = [];
  for (const scene of scenes()) {
    for (const question of scene.questions) {
      answers.push({ scene, question, found: await answerByEngine(scene, question) });
    }
  }
  return answers;
}

const scenes = (): readonly Scene[] =>
  readFileSync(new URL('../method-3/scenes.jsonl', import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line): Scene => JSON.parse(line));

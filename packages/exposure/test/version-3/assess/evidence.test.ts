import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { AssessmentOf3 } from '../../../src/version-3/assess/assessment-of-3.ts';
import type { Question, Scene } from '../../method-3/scene-input.ts';
import { answerByEngine } from './scene-questions.ts';

const scenes: readonly Scene[] = readFileSync(new URL('../../method-3/scenes.jsonl', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line): Scene => JSON.parse(line));

const answers = (async () => {
  const all: { readonly scene: Scene; readonly question: Question; readonly found: AssessmentOf3 }[] = [];
  for (const scene of scenes) {
    for (const question of scene.questions) all.push({ scene, question, found: await answerByEngine(scene, question) });
  }
  return all;
})();

describe('an assessment of version 3 says', () => {
  it('what was returned, what lies untouched and whom it paid, in transactions and addresses of the records', async () => {
    let named = 0;
    for (const { scene, found } of await answers) {
      const ids = new Set([
        ...(scene.records ?? []).map(({ tx }) => tx),
        ...(scene.transactions ?? []).map(({ id }) => id),
      ]);
      for (const { inflow, payment, amount } of found.returned) {
        expect(ids.has(inflow) && ids.has(payment) && amount > 0n, scene.name).toBe(true);
      }
      for (const { inflow, amount } of found.untouched) expect(ids.has(inflow) && amount > 0n, scene.name).toBe(true);
      for (const { transactionId, address, amount } of found.badPayments) {
        expect(ids.has(transactionId) && amount > 0n, scene.name).toBe(true);
        expect(scene.labels.some((label) => label.address === address) || scene.transactions !== undefined).toBe(true);
      }
      expect(found.returned.length > 0, scene.name).toBe(found.rating.setAside.includes('returned'));
      expect(found.untouched.length > 0, scene.name).toBe(found.rating.setAside.includes('untouched'));
      for (const { payment } of found.rating.paid?.contacts ?? []) {
        expect(
          found.badPayments.some((bad) => bad.payment === payment),
          scene.name,
        ).toBe(true);
      }
      named += found.returned.length + found.untouched.length + found.badPayments.length;
    }
    expect(named).toBeGreaterThan(20);
  });

  it('every price that it used, each day once, in order', async () => {
    for (const { scene, question, found } of await answers) {
      const days = found.prices.map(({ day }) => day);
      expect(days, scene.name).toEqual([...new Set(days)].toSorted());
      expect(found.prices.every(({ asset }) => asset === question.asset)).toBe(true);
    }
  });

  it('of nothing found, how much came in since when, and shares of it that are no more than all', async () => {
    let count = 0;
    for (const { scene, question, found } of await answers) {
      const facts = found.noneFound;
      expect(facts !== null, scene.name).toBe(found.rating.finding === 'none_found');
      if (facts === null) continue;
      count += 1;
      expect(facts.amount > 0n, scene.name).toBe(true);
      expect(facts.since !== null, scene.name).toBe(question.kind === 'wallet');
      const sum = facts.notFollowed + facts.explained + facts.otherNamed + facts.exchanged;
      expect(sum, scene.name).toBeLessThanOrEqual(1 + 1e-9);
      expect(facts.exchanged, scene.name).toBeCloseTo(found.rating.exchangedNotFollowed, 3);
    }
    expect(count).toBeGreaterThan(10);
  });

  it('how many owners back was read', async () => {
    const baseline = (await answers).filter(({ scene }) => scene.name.startsWith('00 baseline'));
    expect(baseline.map(({ found }) => found.mixtures.map(({ name, steps }) => [name, steps]))).toEqual([
      [
        ['ever', 2],
        ['now', 2],
      ],
      [['payment', 2]],
    ]);
    for (const { scene, found } of await answers) {
      for (const { rows, steps } of found.mixtures) {
        for (const { owners } of rows) expect(owners, scene.name).toBeLessThanOrEqual(steps);
      }
    }
  });
});

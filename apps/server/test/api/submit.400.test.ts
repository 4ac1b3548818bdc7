import { describe, expect, it } from 'vitest';
import { questionsFor } from '../../src/modules/money/survey/test/survey-fixture.ts';
import { useAuthApp } from '../support/auth-app.ts';

describe('POST /survey/submit, answered 400', () => {
  const server = useAuthApp();

  it('refuses what was never asked, and keeps nothing of it', async () => {
    const visitor = await server.signedIn('wrong@firm.example');
    const [first, second] = await questionsFor(visitor);
    if (first === undefined || second === undefined) throw new Error('Three are shipped');
    const [own] = first.options;
    const [foreign] = second.options;
    const good = { questionId: first.id, optionId: own?.id };
    for (const [why, body] of [
      ['no answers', {}],
      ['no object', []],
      ['answers are no list', { answers: 'x' }],
      ['an unknown option', { answers: [{ questionId: first.id, optionId: 2_147_483_647 }] }],
      ['an unknown question', { answers: [{ questionId: 99_999, optionId: own?.id }] }],
      ['an option of another question', { answers: [{ questionId: first.id, optionId: foreign?.id }] }],
      ['that beside its own', { answers: [good, { questionId: second.id, optionId: own?.id }] }],
      ['a question twice', { answers: [good, { ...good, optionId: first.options[1]?.id }] }],
      ['words where none are asked for', { answers: [{ ...good, freeText: 'why' }] }],
      ['an id beyond the database', { answers: [{ questionId: first.id, optionId: 2 ** 40 }] }],
      ['an id that is no number', { answers: [{ questionId: 'a', optionId: 1 }] }],
      ['a comment that is too long', { answers: [], comment: 'x'.repeat(2_001) }],
      ['words that are too long', { answers: [{ ...good, freeText: 'x'.repeat(301) }] }],
      ['a character no text can hold', { answers: [], comment: 'a\0b' }],
      ['too many answers', { answers: Array.from({ length: 101 }, (_, id) => ({ questionId: id + 1, optionId: 1 })) }],
    ] as const) {
      const answer = await visitor.post('/api/survey/submit', body);
      expect([answer.status, answer.errorName], why).toEqual([400, 'ValidationError']);
    }
    expect((await visitor.post('/api/survey/submit')).status).toBe(400);
    expect((await visitor.get('/api/survey/status')).data).toEqual({ completed: false });
    expect((await visitor.get('/api/auth/me')).data['checks']).toBe(1);
    const kept = await server.pool.query('SELECT FROM survey_responses');
    expect(kept.rowCount).toBe(0);
  });
});

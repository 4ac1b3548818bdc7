import { describe, expect, it } from 'vitest';
import { booksOf, firstAnswers, useOneCheck } from '../../src/modules/money/survey/test/survey-fixture.ts';
import { useAuthApp } from '../support/auth-app.ts';

describe('the survey, answered 403', () => {
  const server = useAuthApp();

  it('is not for who has used a check', async () => {
    const visitor = await server.signedIn('used@firm.example');
    await useOneCheck(server.pool, 'used@firm.example');
    const answer = await visitor.post('/api/survey/submit', { answers: await firstAnswers(visitor) });
    expect([answer.status, answer.errorName]).toEqual([403, 'SurveyNotOffered']);
    expect(await booksOf(server.pool, 'used@firm.example')).toMatchObject({ granted: 0, responses: 0 });
    expect((await visitor.get('/api/survey/status')).data).toEqual({ completed: false });
  });

  it('gives nothing to a suspended user', async () => {
    const visitor = await server.signedIn('held@firm.example');
    await server.pool.query("UPDATE users SET suspended_at = now() WHERE email = 'held@firm.example'");
    const answer = await visitor.post('/api/survey/submit', { answers: [] });
    expect([answer.status, answer.errorName]).toEqual([403, 'AccountSuspended']);
    expect(await booksOf(server.pool, 'held@firm.example')).toMatchObject({ granted: 0, responses: 0 });
  });

  it('[ROLE-04] is edited and read by administrators only', async () => {
    const visitor = await server.signedIn('user@firm.example');
    for (const path of ['questions', 'responses', 'export']) {
      expect((await visitor.get(`/api/survey/admin/${path}`)).errorName, path).toBe('AdminOnly');
    }
    const question = { title: 'Mine', sortOrder: 0, isActive: true };
    for (const [path, body] of [
      ['question/upsert', question],
      ['question/delete?id=1', undefined],
      ['option/upsert', { questionId: 1, text: 'Mine', sortOrder: 0 }],
      ['option/delete?id=1', undefined],
    ] as const) {
      expect((await visitor.post(`/api/survey/admin/${path}`, body)).errorName, path).toBe('AdminOnly');
    }
    const settings = { title: 'Mine', checksReward: 1_000 };
    expect((await visitor.patch('/api/survey/admin/settings', settings)).errorName).toBe('AdminOnly');
    expect((await visitor.get('/api/survey/settings')).data['checksReward']).toBe(3);
    const left = await server.pool.query('SELECT FROM survey_questions WHERE removed_at IS NULL');
    expect(left.rowCount).toBe(3);
  });

  it('takes no submission another site sends', async () => {
    const visitor = await server.signedIn('lured@firm.example');
    const answer = await visitor.post('/api/survey/submit', { answers: [] }, { 'sec-fetch-site': 'cross-site' });
    expect(answer.errorName).toBe('CrossSiteRequest');
  });
});

import { describe, expect, it } from 'vitest';
import { auditLedger } from '../../src/modules/money/index.ts';
import {
  ADMIN,
  adminOf,
  anyAnswer,
  booksOf,
  firstAnswers,
  questionsFor,
} from '../../src/modules/money/survey/test/survey-fixture.ts';
import { useAuthApp } from '../support/auth-app.ts';

describe('POST /survey/submit, answered 200', () => {
  const server = useAuthApp({ adminEmails: [ADMIN] });

  it('[API-28] [SURV-10] [ENT-14] keeps the answers, gives three checks and is completed', async () => {
    const visitor = await server.signedIn('taker@firm.example');
    const [first, second, third] = await questionsFor(visitor);
    const other = second?.options.at(-1);
    const answers = [
      { questionId: first?.id, optionId: first?.options[2]?.id },
      { questionId: second?.id, optionId: other?.id, freeText: '  For a friend  ' },
      { questionId: third?.id, optionId: null, freeText: null },
    ];
    const before = (await visitor.get('/api/auth/me')).data;
    const answer = await visitor.post('/api/survey/submit', { answers, comment: ' Nice \n work ' });
    expect(answer.status).toBe(200);
    expect(answer.data).toEqual({ completed: true });
    expect((await visitor.get('/api/survey/status')).data).toEqual({ completed: true });
    const after = (await visitor.get('/api/auth/me')).data;
    expect([before['checks'], after['checks']]).toEqual([1, 4]);
    const kept = await server.pool.query(
      `SELECT r.comment, a.question_id, a.option_id, a.free_text FROM survey_responses r
         JOIN users u ON u.sub = r.sub AND u.email = $1 JOIN survey_answers a ON a.response_id = r.id ORDER BY 2`,
      ['taker@firm.example'],
    );
    expect(kept.rows).toEqual([
      { comment: 'Nice \n work', question_id: first?.id, option_id: first?.options[2]?.id, free_text: null },
      { comment: 'Nice \n work', question_id: second?.id, option_id: other?.id, free_text: 'For a friend' },
    ]);
    expect(await auditLedger(server.pool)).toEqual([]);
  });

  it.each([
    ['nothing was answered', { answers: [] }],
    ['questions were left unanswered', { answers: [{ questionId: 1, optionId: null }], comment: 'a few words' }],
  ])('takes a survey in which %s, and gives nothing for it', async (_what, body) => {
    const visitor = await server.signedIn('silent@firm.example');
    expect(await visitor.post('/api/survey/submit', body)).toMatchObject({ status: 200, data: { completed: true } });
    expect((await visitor.get('/api/auth/me')).data['checks']).toBe(1);
    expect((await visitor.get('/api/survey/status')).data).toEqual({ completed: true });
    await visitor.post('/api/survey/submit', { answers: await anyAnswer(server.pool) });
    expect((await visitor.get('/api/auth/me')).data['checks']).toBe(1);
    await server.pool.query('DELETE FROM survey_answers');
    await server.pool.query('DELETE FROM survey_responses');
    await server.pool.query('DELETE FROM survey_takers');
  });

  it('[SURV-10] changes nothing the second time, and answers the same', async () => {
    const visitor = await server.signedIn('twice@firm.example');
    const answers = await firstAnswers(visitor);
    const first = await visitor.post('/api/survey/submit', { answers, comment: 'first' });
    const second = await visitor.post('/api/survey/submit', { answers: [], comment: 'second' });
    expect([second.status, second.data]).toEqual([first.status, first.data]);
    expect(await booksOf(server.pool, 'twice@firm.example')).toEqual({ granted: 3, grants: 1, responses: 1 });
    const kept = await server.pool.query("SELECT comment FROM survey_responses WHERE comment IN ('first', 'second')");
    expect(kept.rows).toEqual([{ comment: 'first' }]);
  });

  it('rewards a mailbox once, whatever becomes of the account and however it is written', async () => {
    const first = await server.signedIn('once@firm.example');
    await first.post('/api/survey/submit', { answers: await anyAnswer(server.pool) });
    await first.post('/api/account/delete', { email: 'once@firm.example' });
    for (const email of ['once@firm.example', 'once+more@firm.example']) {
      const again = await server.signedIn(email);
      expect((await again.get('/api/survey/status')).data).toEqual({ completed: true });
      expect((await again.post('/api/survey/submit', { answers: await anyAnswer(server.pool) })).status).toBe(200);
      expect(await booksOf(server.pool, email)).toMatchObject({ granted: 0, responses: 0 });
    }
  });

  it('[SURV-10] gives what an administrator has set, and nothing for 0', async () => {
    const admin = await adminOf(server);
    for (const checksReward of [7, 0]) {
      await admin.patch('/api/survey/admin/settings', { title: '', checksReward });
      const email = `reward${checksReward}@firm.example`;
      const visitor = await server.signedIn(email);
      const answers = await anyAnswer(server.pool);
      expect((await visitor.post('/api/survey/submit', { answers })).status).toBe(200);
      expect(await booksOf(server.pool, email)).toMatchObject({ granted: checksReward, responses: 1 });
    }
  });

  it('takes an answer to what was removed since it was shown', async () => {
    const visitor = await server.signedIn('late@firm.example');
    const answers = await firstAnswers(visitor);
    const admin = await adminOf(server);
    await admin.post(`/api/survey/admin/question/delete?id=${answers[0]?.questionId}`);
    expect((await visitor.post('/api/survey/submit', { answers })).status).toBe(200);
  });

  it('hands the answers out with everything kept about an account, and lets go of the words with it', async () => {
    const visitor = await server.signedIn('leaving@firm.example');
    const [question] = await questionsFor(visitor);
    const optionId = question?.options.at(-1)?.id;
    const answers = [{ questionId: question?.id, optionId, freeText: 'secret words' }];
    await visitor.post('/api/survey/submit', { answers, comment: 'secret comment' });
    const { data } = await visitor.get('/api/account/data');
    expect(data['survey']).toEqual([
      {
        submitted_at: expect.any(String),
        comment: 'secret comment',
        answers: [{ question: question?.title, answer: 'Other', words: 'secret words' }],
      },
    ]);
    await visitor.post('/api/account/delete', { email: 'leaving@firm.example' });
    const left = await server.pool.query(
      `SELECT r.sub, r.comment, a.free_text FROM survey_responses r JOIN survey_answers a ON a.response_id = r.id
        WHERE a.option_id = $1 ORDER BY r.id DESC LIMIT 1`,
      [optionId],
    );
    expect(left.rows).toEqual([{ sub: null, comment: null, free_text: null }]);
  });
});

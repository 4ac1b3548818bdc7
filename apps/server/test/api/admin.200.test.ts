import { SurveyQuestion, SurveyQuestionsData } from '@assay/contracts';
import { describe, expect, it } from 'vitest';
import { ADMIN, adminOf } from '../../src/modules/money/survey/test/survey-fixture.ts';
import { useAuthApp } from '../support/auth-app.ts';

describe('the administration of the survey, answered 200', () => {
  const server = useAuthApp({ adminEmails: [ADMIN] });
  const list = async (admin: Awaited<ReturnType<typeof adminOf>>) =>
    SurveyQuestionsData.parse(JSON.parse((await admin.get('/api/survey/admin/questions')).text).data);

  it('[API-29] [API-30] adds, changes and removes a question', async () => {
    const admin = await adminOf(server);
    const added = await admin.post('/api/survey/admin/question/upsert', {
      title: '  Would you recommend us?  ',
      sortOrder: 3,
      isActive: true,
    });
    expect(added.status).toBe(200);
    const question = SurveyQuestion.parse(added.data);
    expect(question).toEqual({
      id: question.id,
      title: 'Would you recommend us?',
      sortOrder: 3,
      isActive: true,
      options: [],
    });
    const changed = await admin.post('/api/survey/admin/question/upsert', {
      id: question.id,
      title: 'Would you?',
      sortOrder: 0,
      isActive: false,
    });
    expect(changed.data).toEqual({ ...question, title: 'Would you?', sortOrder: 0, isActive: false });
    expect((await list(admin)).map(({ title }) => title)).toContain('Would you?');
    expect((await admin.post(`/api/survey/admin/question/delete?id=${question.id}`)).status).toBe(200);
    expect((await list(admin)).map(({ id }) => id)).not.toContain(question.id);
  });

  it('[API-31] [API-32] adds, changes and removes an option', async () => {
    const admin = await adminOf(server);
    const [question] = await list(admin);
    const questionId = question?.id;
    const added = await admin.post('/api/survey/admin/option/upsert', { questionId, text: ' A poster ', sortOrder: 1 });
    expect(added.data).toEqual({ id: expect.any(Number), questionId, text: 'A poster', sortOrder: 1 });
    const id = Number(added.data['id']);
    const changed = { id, questionId, text: 'A billboard', sortOrder: 9 };
    expect((await admin.post('/api/survey/admin/option/upsert', changed)).data).toEqual(changed);
    expect((await list(admin))[0]?.options.at(-1)).toEqual(changed);
    expect((await admin.post(`/api/survey/admin/option/delete?id=${id}`)).status).toBe(200);
    expect((await list(admin))[0]?.options.map(({ text }) => text)).not.toContain('A billboard');
  });

  it('keeps a custom title, and adapts the default title to the reward', async () => {
    const admin = await adminOf(server);
    for (const [sent, answered] of [
      [
        { title: 'Two questions', checksReward: 5 },
        { title: 'Two questions', checksReward: 5 },
      ],
      [
        { title: '  ', checksReward: 5 },
        { title: 'Just a Quick Survey for 5 Free Checks', checksReward: 5 },
      ],
      [
        { title: 'Just a Quick Survey for 5 Free Checks', checksReward: 1 },
        { title: 'Just a Quick Survey for 1 Free Check', checksReward: 1 },
      ],
      [
        { title: 'Just a Quick Survey for 1 Free Check', checksReward: 0 },
        { title: 'Just a Quick Survey', checksReward: 0 },
      ],
      [
        { title: 'Just a Quick Survey', checksReward: 4 },
        { title: 'Just a Quick Survey for 4 Free Checks', checksReward: 4 },
      ],
      [
        { title: '4 questions for 4 checks', checksReward: 6 },
        { title: '4 questions for 4 checks', checksReward: 6 },
      ],
    ] as const) {
      expect((await admin.patch('/api/survey/admin/settings', sent)).data, JSON.stringify(sent)).toEqual(answered);
      expect((await admin.get('/api/survey/settings')).data).toEqual(answered);
    }
  });
});

import { beforeAll, describe, expect, it } from 'vitest';
import { ADMIN, adminOf } from '../../src/modules/money/survey/test/survey-fixture.ts';
import { useAuthApp, type Visitor } from '../support/auth-app.ts';

describe('the editor of the survey, answered 400', () => {
  const server = useAuthApp({ adminEmails: [ADMIN] });
  let admin: Visitor;
  beforeAll(async () => {
    admin = await adminOf(server);
  });
  const question = { title: 'Why?', sortOrder: 0, isActive: true };
  const option = { questionId: 1, text: 'Because', sortOrder: 0 };

  it.each([
    ['question/upsert', { ...question, title: '   ' }],
    ['question/upsert', { ...question, title: 'x'.repeat(201) }],
    ['question/upsert', { ...question, sortOrder: -1 }],
    ['question/upsert', { ...question, sortOrder: 1.5 }],
    ['question/upsert', { ...question, isActive: 'yes' }],
    ['question/upsert', { ...question, id: 0 }],
    ['question/upsert', { ...question, title: 'a\0b' }],
    ['option/upsert', { ...option, text: '' }],
    ['option/upsert', { ...option, text: 'x'.repeat(121) }],
    ['option/upsert', { ...option, questionId: 2 ** 31 }],
    ['question/delete', {}],
    ['question/delete?id=x', {}],
    ['option/delete?id=1e99', {}],
  ])('refuses %s with %j', async (path, body) => {
    const answer = await admin.post(`/api/survey/admin/${path}`, body);
    expect([answer.status, answer.errorName]).toEqual([400, 'ValidationError']);
  });

  it.each([{ checksReward: -1 }, { checksReward: 0.5 }, { checksReward: '3' }, { checksReward: 1_001 }, { title: 5 }])(
    '[SURV-14] refuses settings with %j',
    async (wrong) => {
      const answer = await admin.patch('/api/survey/admin/settings', { title: 'A', checksReward: 3, ...wrong });
      expect([answer.status, answer.errorName]).toEqual([400, 'ValidationError']);
    },
  );
});

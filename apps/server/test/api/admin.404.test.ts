import { describe, expect, it } from 'vitest';
import { ADMIN, adminOf, questionsFor } from '../../src/modules/money/survey/test/survey-fixture.ts';
import { useAuthApp } from '../support/auth-app.ts';

describe('the editor of the survey, answered 404', () => {
  const server = useAuthApp({ adminEmails: [ADMIN] });

  it('finds nothing that is not there, is removed, or belongs to another question', async () => {
    const admin = await adminOf(server);
    const [first, second] = await questionsFor(admin);
    const option = first?.options[0];
    const [firstId, secondId] = [first?.id, second?.id];
    const question = { title: 'Why?', sortOrder: 0, isActive: true };
    const moved = { id: option?.id, questionId: secondId, text: 'Moved', sortOrder: 0 };
    await admin.post(`/api/survey/admin/option/delete?id=${first?.options[1]?.id}`);
    await admin.post(`/api/survey/admin/question/delete?id=${secondId}`);
    for (const [path, body] of [
      ['question/upsert', { ...question, id: 9_999 }],
      ['question/upsert', { ...question, id: secondId }],
      ['question/delete?id=9999', undefined],
      [`question/delete?id=${secondId}`, undefined],
      ['option/upsert', moved],
      ['option/upsert', { questionId: 9_999, text: 'Lost', sortOrder: 0 }],
      ['option/upsert', { questionId: secondId, text: 'Lost', sortOrder: 0 }],
      ['option/upsert', { id: first?.options[1]?.id, questionId: firstId, text: 'Gone', sortOrder: 0 }],
      [`option/delete?id=${first?.options[1]?.id}`, undefined],
    ] as const) {
      const answer = await admin.post(`/api/survey/admin/${path}`, body);
      expect([answer.status, answer.errorName], `${path} ${JSON.stringify(body)}`).toEqual([404, 'NotFound']);
    }
  });
});

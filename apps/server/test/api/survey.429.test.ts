import { describe, expect, it } from 'vitest';
import { ADMIN, adminOf } from '../../src/modules/money/survey/test/survey-fixture.ts';
import { useAuthApp } from '../support/auth-app.ts';

describe('the survey, answered 429', () => {
  const limits = { surveySubmitsPerMinute: 2, surveyEditsPerMinute: 2, exportsPerMinute: 1, tokensPerMinute: 100 };
  const server = useAuthApp({ adminEmails: [ADMIN], limits });

  it('bounds what one network may submit, edit and export', async () => {
    const admin = await adminOf(server);
    const statuses = [];
    for (let turn = 0; turn < 3; turn += 1) {
      statuses.push([
        (await admin.post('/api/survey/submit', { answers: [] })).status,
        (await admin.patch('/api/survey/admin/settings', { title: 'Words', checksReward: 1 })).status,
        (await admin.get('/api/survey/admin/export')).status,
      ]);
    }
    expect(statuses).toEqual([
      [200, 200, 200],
      [200, 200, 429],
      [429, 429, 429],
    ]);
  });
});

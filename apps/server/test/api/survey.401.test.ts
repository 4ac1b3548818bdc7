import { describe, expect, it } from 'vitest';
import { useAuthApp } from '../support/auth-app.ts';

describe('the survey, answered 401', () => {
  const server = useAuthApp();

  it('has nothing for a guest', async () => {
    const guest = server.browser();
    for (const path of ['questions', 'status', 'settings', 'admin/questions', 'admin/responses', 'admin/export']) {
      expect((await guest.get(`/api/survey/${path}`)).errorName, path).toBe('Unauthorized');
    }
    for (const path of [
      'submit',
      'admin/question/upsert',
      'admin/question/delete?id=1',
      'admin/option/upsert',
      'admin/option/delete?id=1',
    ]) {
      expect((await guest.post(`/api/survey/${path}`, {})).status, path).toBe(401);
    }
    expect((await guest.patch('/api/survey/admin/settings', {})).status).toBe(401);
  });
});

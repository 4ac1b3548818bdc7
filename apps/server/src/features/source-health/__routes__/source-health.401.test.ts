import { describe, expect, it } from 'vitest';
import { useAuthApp } from '../../../../test/auth-app.ts';

describe('who is asked for chains, answered 401', () => {
  const server = useAuthApp();

  it('is not told to a guest', async () => {
    const answer = await server.browser().get('/api/admin/sources');
    expect([answer.status, answer.errorName, answer.text.includes('networks')]).toEqual([401, 'Unauthorized', false]);
  });
});

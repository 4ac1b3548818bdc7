import { describe, expect, it } from 'vitest';
import { useAuthApp } from '../support/auth-app.ts';

describe('the state of the chain providers, answered 401', () => {
  const server = useAuthApp();

  it('is not sent to a visitor', async () => {
    const answer = await server.browser().get('/api/admin/sources');
    expect([answer.status, answer.errorName, answer.text.includes('networks')]).toEqual([401, 'Unauthorized', false]);
  });
});

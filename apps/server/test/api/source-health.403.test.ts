import { describe, expect, it } from 'vitest';
import { useAuthApp } from '../support/auth-app.ts';

describe('the state of the chain providers, answered 403', () => {
  const server = useAuthApp();

  it('is not sent to a user who is not an administrator', async () => {
    const visitor = await server.signedIn('user@firm.example');
    const answer = await visitor.get('/api/admin/sources');
    expect([answer.status, answer.errorName, answer.text.includes('networks')]).toEqual([403, 'AdminOnly', false]);
  });
});

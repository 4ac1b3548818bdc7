import { describe, expect, it } from 'vitest';
import { useAuthApp } from '../../../../test/auth-app.ts';

describe('who is asked for chains, answered 403', () => {
  const server = useAuthApp();

  it('is told to no user', async () => {
    const visitor = await server.signedIn('user@firm.example');
    const answer = await visitor.get('/api/admin/sources');
    expect([answer.status, answer.errorName, answer.text.includes('networks')]).toEqual([403, 'AdminOnly', false]);
  });
});

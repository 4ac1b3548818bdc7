import { describe, expect, it } from 'vitest';
import { useAuthApp } from '../support/auth-app.ts';

const KEY = 'L4rK1yDtCWekvXuE6oXD9jCYfFNV2cWRpVuPLBcCU2z8TrisoyY1';

describe('services that identify their customers, refused', { timeout: 60_000 }, () => {
  const server = useAuthApp();

  it.each(['nobody', 'binance.us', '%00', '..%2F'])('404 for a name that has no row: %s', async (name) => {
    expect(await server.client().get(`/api/services/${name}`)).toMatchObject({ status: 404, errorName: 'NotFound' });
  });

  it.each(['/api/services?page=0', '/api/services?page=x', `/api/services/${'x'.repeat(201)}`])(
    '400 for what cannot be: %s',
    async (path) => {
      expect(await server.client().get(path)).toMatchObject({ status: 400, errorName: 'ValidationError' });
    },
  );

  it('422 for a search that is a private key, and repeats none of it', async () => {
    const answer = await server.client().get(`/api/services?query=${KEY}`);
    expect(answer).toMatchObject({ status: 422, errorName: 'SecretNotAddress' });
    expect(answer.text).not.toContain(KEY);
  });
});

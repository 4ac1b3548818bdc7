import { describe, expect, it } from 'vitest';
import { useAuthApp } from '../support/auth-app.ts';

const FAR = { host: 'assay.example' };

describe('confirming and refreshing, answered 429', () => {
  const server = useAuthApp({
    settings: { host: '0.0.0.0', publicUrl: 'https://assay.example', trustProxy: 1 },
    limits: { tokensPerMinute: 5 },
  });

  it.each(['/api/auth/confirm-link/x', '/api/auth/confirm-link/x/status', '/api/auth/refresh', '/api/auth/logout'])(
    'limits guesses at %s from one address, and says when to come back',
    async (path) => {
      const from = { 'x-forwarded-for': '203.0.113.7' };
      for (let turn = 0; turn < 5; turn += 1) expect((await server.client(FAR).get(path, from)).status).not.toBe(429);
      const refused = await server.client(FAR).get(path, from);
      expect(refused).toMatchObject({ status: 429, errorName: 'TooManyRequests' });
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
      const other = { 'x-forwarded-for': '203.0.113.8' };
      expect((await server.client(FAR).get(path, other)).status).not.toBe(429);
    },
  );
});

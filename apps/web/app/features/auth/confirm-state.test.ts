import { createClient, type FetchAnswer } from '@assay/contracts/client';
import { describe, expect, it } from 'vitest';
import { lookAtLink } from './confirm-state.ts';
import { REFUSED_REDIRECT_MS } from './use-outcome.ts';

const signal = new AbortController().signal;

function clientAnswering(fetch: () => Promise<FetchAnswer>) {
  return createClient<AbortSignal>({ fetch, baseUrl: '/api', timezone: 'UTC' });
}

function answer(status: number, body: unknown) {
  const headers = { get: () => null };
  return clientAnswering(async () => ({ status, headers, text: async () => JSON.stringify(body) }));
}

function refusal(status: number, errorName: string, more: object = {}) {
  return answer(status, { error: { errorName, message: 'No', requestId: 'r', ...more } });
}

it('[AUTH-22] the alert of a refused check is shown for two seconds', () => {
  expect(REFUSED_REDIRECT_MS).toBe(2000);
});

describe('a link that is looked at', () => {
  it('confirms by itself only in the browser that asked for it', async () => {
    const client = answer(200, {
      data: {
        same_browser: true,
        email: 'a@example.org',
        has_check: true,
        expires_at: '2026-11-20T12:00:00.000Z',
      },
    });
    expect(await lookAtLink(client, 'l', signal)).toEqual({
      kind: 'waiting',
      isOwn: true,
      email: 'a@example.org',
      hasCheck: true,
    });
  });

  it('[AUTH-17] is expired with the address it was probably for', async () => {
    const client = refusal(401, 'TokenExpiredError', { probablyEmail: 'a@example.org' });
    expect(await lookAtLink(client, 'l', signal)).toEqual({ kind: 'expired', email: 'a@example.org' });
  });

  it.each(['InvalidToken', 'ValidationError', 'Unauthorized'] as const)(
    '[AUTH-16] is incorrect after %s',
    async (errorName) => {
      const client = refusal(400, errorName);
      expect(await lookAtLink(client, 'l', signal)).toEqual({ kind: 'incorrect', isUsed: false });
    },
  );

  it('[AUTH-16] is incorrect and says so where it was used', async () => {
    const client = refusal(400, 'InvalidToken', { fields: [{ field: 'link', problem: 'was used' }] });
    expect(await lookAtLink(client, 'l', signal)).toEqual({ kind: 'incorrect', isUsed: true });
  });

  it.each([0, 429, 503])('waits for a press where the answer was %i', async (status) => {
    const client =
      status === 0 ? clientAnswering(() => Promise.reject(new TypeError('away'))) : refusal(status, 'Overloaded');
    expect(await lookAtLink(client, 'l', signal)).toEqual({
      kind: 'waiting',
      isOwn: false,
      email: null,
      hasCheck: false,
    });
  });
});

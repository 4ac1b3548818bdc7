import { ApiError } from '@assay/contracts/client';
import { describe, expect, it } from 'vitest';
import { lookAtLink } from './confirm-state.ts';
import { REFUSED_REDIRECT_MS } from './use-outcome.ts';

const signal = new AbortController().signal;

function clientFailing(error: ApiError) {
  return { linkStatus: () => Promise.reject(error) };
}

it('[AUTH-22] the alert of a refused check is shown for two seconds', () => {
  expect(REFUSED_REDIRECT_MS).toBe(2000);
});

describe('a link that is looked at', () => {
  it('confirms by itself only in the browser that asked for it', async () => {
    const client = {
      linkStatus: async () => ({
        same_browser: true,
        email: 'a@example.org',
        has_check: true,
        expires_at: '2026-11-20T12:00:00.000Z',
      }),
    };
    expect(await lookAtLink(client, 'l', signal)).toEqual({
      kind: 'waiting',
      isOwn: true,
      email: 'a@example.org',
      hasCheck: true,
    });
  });

  it('[AUTH-17] is expired with the address it was probably for', async () => {
    const error = new ApiError('TokenExpiredError', 'Expired', { status: 401, probablyEmail: 'a@example.org' });
    expect(await lookAtLink(clientFailing(error), 'l', signal)).toEqual({ kind: 'expired', email: 'a@example.org' });
  });

  it.each(['InvalidToken', 'ValidationError', 'Unauthorized'] as const)(
    '[AUTH-16] is incorrect after %s',
    async (errorName) => {
      const client = clientFailing(new ApiError(errorName, 'No', { status: 400 }));
      expect(await lookAtLink(client, 'l', signal)).toEqual({ kind: 'incorrect', isUsed: false });
    },
  );

  it('[AUTH-16] is incorrect and says so where it was used', async () => {
    const client = clientFailing(new ApiError('InvalidToken', 'No', { status: 400, fields: ['link'] }));
    expect(await lookAtLink(client, 'l', signal)).toEqual({ kind: 'incorrect', isUsed: true });
  });

  it.each([0, 429, 503])('waits for a press where the answer was %i', async (status) => {
    const client = clientFailing(new ApiError('Overloaded', 'Later', { status }));
    expect(await lookAtLink(client, 'l', signal)).toEqual({
      kind: 'waiting',
      isOwn: false,
      email: null,
      hasCheck: false,
    });
  });
});

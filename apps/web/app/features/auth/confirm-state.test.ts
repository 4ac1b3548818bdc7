import { ApiError } from '@assay/contracts/client';
import { describe, expect, it } from 'vitest';
import { lookAtLink } from './confirm-state.ts';

const signal = new AbortController().signal;

function clientFailing(error: ApiError) {
  return { linkStatus: () => Promise.reject(error) };
}

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

  it('is expired with the address it was probably for', async () => {
    const error = new ApiError('TokenExpiredError', 'Expired', { status: 401, probablyEmail: 'a@example.org' });
    expect(await lookAtLink(clientFailing(error), 'l', signal)).toEqual({ kind: 'expired', email: 'a@example.org' });
  });

  it.each(['InvalidToken', 'ValidationError', 'Unauthorized'] as const)('is incorrect after %s', async (errorName) => {
    const client = clientFailing(new ApiError(errorName, 'No', { status: 400 }));
    expect(await lookAtLink(client, 'l', signal)).toEqual({ kind: 'incorrect' });
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

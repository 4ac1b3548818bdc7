import { describe, expect, it } from 'vitest';
import { withRefresh } from './with-refresh.ts';

function answer(status: number) {
  return { status, headers: { get: () => null }, text: async () => '' };
}

function parts(statuses: readonly number[], canRefresh: boolean) {
  const log: string[] = [];
  const left = [...statuses];
  const send = withRefresh({
    fetch: async (url) => {
      log.push(url);
      return answer(left.shift() ?? 200);
    },
    refresh: async () => {
      log.push('refresh');
      return canRefresh;
    },
    isHealable: (url) => !url.startsWith('/api/auth/'),
    onLost: () => log.push('lost'),
  });
  return { send, log };
}

const INIT = { method: 'GET', headers: {} };

describe('a call that is answered 401', () => {
  it('[ERR-01] is made once more after one refresh', async () => {
    const { send, log } = parts([401, 200], true);
    expect((await send('/api/a', INIT)).status).toBe(200);
    expect(log).toEqual(['/api/a', 'refresh', '/api/a']);
  });

  it('[ERR-01] is not made a third time', async () => {
    const { send, log } = parts([401, 401], true);
    expect((await send('/api/a', INIT)).status).toBe(401);
    expect(log).toEqual(['/api/a', 'refresh', '/api/a']);
  });

  it('[ERR-01] ends the session where refreshing fails, without a retry', async () => {
    const { send, log } = parts([401], false);
    expect((await send('/api/a', INIT)).status).toBe(401);
    expect(log).toEqual(['/api/a', 'refresh', 'lost']);
  });

  it('shares the refresh with calls that failed together', async () => {
    const { send, log } = parts([401, 401, 200, 200], true);
    await Promise.all([send('/api/a', INIT), send('/api/b', INIT)]);
    expect(log.filter((entry) => entry === 'refresh')).toHaveLength(1);
  });

  it('is left alone when it belongs to signing in or out', async () => {
    const { send, log } = parts([401], true);
    expect((await send('/api/auth/refresh', INIT)).status).toBe(401);
    expect(log).toEqual(['/api/auth/refresh']);
  });

  it('leaves other failures alone', async () => {
    const { send, log } = parts([403], true);
    expect((await send('/api/a', INIT)).status).toBe(403);
    expect(log).toEqual(['/api/a']);
  });
});

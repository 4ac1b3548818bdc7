import { describe, expect, it } from 'vitest';
import { createClient, pathOf, withParameters } from './client.ts';
import { OPERATIONS } from './operations.ts';

/** Every call that the test made, by method and address. */
function recorded() {
  const seen: string[] = [];
  const client = createClient<string>({
    baseUrl: '',
    timezone: 'UTC',
    fetch: async (url, { method }) => {
      seen.push(`${method} ${url}`);
      return { status: 200, headers: { get: () => null }, text: async () => '{"data":{}}' };
    },
  });
  return { ...client, client, seen };
}

describe('a call by its contract', () => {
  it('takes and answers what the contract says', async () => {
    const { call, download, seen } = recorded();
    const { keys } = await call('GET /developers/keys');
    const hint: string | undefined = keys?.[0]?.hint;
    const made = await call('POST /developers/keys', { body: { name: 'a', scopes: ['checks:read'] } });
    const secret: string = made.secret;
    expect([hint, secret]).toEqual([undefined, undefined]);
    await call('DELETE /developers/keys/:id', { id: 'key_1' });
    await call('GET /disputes', { query: { page: 2, dispute: undefined } });
    await call('PATCH /workspace/identity/domains/:id', { id: 7, body: { is_required: true }, signal: 'stop' });
    await call('GET /auth/me', { expects: { tariffs: ['array', 'null'] } }).catch(() => null);
    await download('GET /payment/receipts/:id/credit-notes/:number', { id: 1, number: '2-1' }).catch(() => null);
    expect(seen).toEqual([
      'GET /developers/keys',
      'POST /developers/keys',
      'DELETE /developers/keys/key_1',
      'GET /disputes?page=2',
      'PATCH /workspace/identity/domains/7',
      'GET /auth/me',
      'GET /payment/receipts/1/credit-notes/2-1',
    ]);
  });

  it('has a path of a known operation', () => {
    const known = OPERATIONS.map(({ method, path }) => `${method} ${path}`);
    expect(new Set(known).size).toBe(known.length);
    expect(known).toContain('DELETE /developers/keys/:id');
  });
});

describe('what does not compile', () => {
  it('is a wrong call', () => {
    const { call, download, client } = recorded();
    const body = { name: 'a', scopes: ['checks:read'] } as const;
    /** Never made: only their types are of interest. */
    const wrong = [
      // @ts-expect-error a path that no contract has
      () => call('GET /developers/kees'),
      // @ts-expect-error another method than the contract's
      () => call('PUT /developers/keys', { body }),
      // @ts-expect-error the id is missing
      () => call('DELETE /developers/keys/:id'),
      // @ts-expect-error the id has another name
      () => call('DELETE /developers/keys/:id', { key: 'key_1' }),
      // @ts-expect-error no id
      () => call('DELETE /developers/keys/:id', { id: undefined }),
      // @ts-expect-error one of two parameters is missing
      () => download('GET /payment/receipts/:id/credit-notes/:number', { id: 1 }),
      // @ts-expect-error the body is missing
      () => call('POST /developers/keys'),
      // @ts-expect-error a field that the body does not have
      () => call('POST /developers/keys', { body: { nam: 'a', scopes: ['checks:read'] } }),
      // @ts-expect-error a value that the field does not take
      () => call('POST /developers/keys', { body: { name: 'a', scopes: ['checks:reed'] } }),
      // @ts-expect-error the call has no body
      () => call('GET /developers/keys', { body: {} }),
      // @ts-expect-error a field that the query does not have
      () => call('GET /disputes', { query: { pag: 1 } }),
      // @ts-expect-error the field of the query is a number
      () => call('GET /disputes', { query: { page: 'two' } }),
      // @ts-expect-error the query is missing
      () => call('POST /survey/admin/option/delete'),
      // @ts-expect-error the call has no query
      () => call('GET /auth/me', { query: { page: 1 } }),
      // @ts-expect-error the answer is a list, which has to be said
      () => call('GET /user/plans'),
      // @ts-expect-error the answer may be null
      () => call('GET /payment/subscription', { expects: 'array' }),
      // @ts-expect-error a field that the answer does not have
      () => call('GET /auth/me', { expects: { emial: 'string' } }),
      // @ts-expect-error a call that answers no file
      () => download('GET /auth/me'),
      // @ts-expect-error a call that answers a file
      () => call('GET /monitor/pdf/:sub_id', { sub_id: '7f3a' }),
      // @ts-expect-error a path without its parameter
      () => pathOf('GET /monitor/pdf/:sub_id'),
      // @ts-expect-error of two parameters one is bound, the other is missing
      () => withParameters(client, { user_id: 77 }).call('GET /bot/users/:user_id/checks/:sub_id'),
      // @ts-expect-error a field that the answer does not have
      async () => (await call('GET /developers/keys')).kees,
    ];
    expect(wrong).toHaveLength(22);
  });
});

import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { createClient, type FetchInit, pathOf, readAnswer, withParameters } from './client.ts';
import { ERROR_NAMES, ERRORS } from './wire/errors.ts';

const USER = { email: 'a@example.org', sub: 'u', checks: 3, currentTariff: null, tariffs: [], isAdmin: false };
const STARTED = { user: USER, asset: { sub_id: 'abc' }, status: 'done', charged: true };

function clientAnswering(status: number, body: unknown, headers: Record<string, string> = {}) {
  const calls: { url: string; init: FetchInit<string> }[] = [];
  const client = createClient<string>({
    baseUrl: '/api',
    timezone: 'Asia/Tokyo',
    tokens: { accessToken: () => 'token' },
    fetch: async (url, init) => {
      calls.push({ url, init });
      return {
        status,
        headers: { get: (name) => headers[name] ?? null },
        text: async () => (typeof body === 'string' ? body : JSON.stringify(body)),
      };
    },
  });
  return { client, calls };
}

const REQUEST = { address: 'x', ticker: 'BTC', parent: null, subticker: null, name: 'Bitcoin' };

describe('the client', () => {
  it('[API-02] sends the time zone and the bearer token', async () => {
    const { client, calls } = clientAnswering(200, { data: STARTED });
    await client.call('POST /monitor/check', { body: REQUEST, idempotencyKey: 'k', waitSeconds: 1, signal: 'stop' });
    expect(calls).toEqual([
      {
        url: '/api/monitor/check',
        init: {
          method: 'POST',
          headers: {
            accept: 'application/json',
            'the-timezone-iana': 'Asia/Tokyo',
            authorization: 'Bearer token',
            'content-type': 'application/json',
            'idempotency-key': 'k',
            prefer: 'wait=1',
          },
          body: JSON.stringify(REQUEST),
          signal: 'stop',
        },
      },
    ]);
  });

  it('[API-01] [API-02] calls the base it was given, and sends no authorization where there is no token', async () => {
    const seen: [string, Record<string, string>][] = [];
    const client = createClient({
      baseUrl: 'https://api.example.org/v1',
      timezone: 'UTC',
      fetch: async (url, { headers }) => {
        seen.push([url, headers]);
        return { status: 200, headers: { get: () => null }, text: async () => '{"data":{"suggestions":[]}}' };
      },
    });
    await client.call('POST /wallet/suggest', { body: { address: 'bc1' } });
    await client.call('GET /auth/me');
    expect(seen.map(([url]) => url)).toEqual([
      'https://api.example.org/v1/wallet/suggest',
      'https://api.example.org/v1/auth/me',
    ]);
    for (const [url, headers] of seen) {
      expect(headers, url).toMatchObject({ 'the-timezone-iana': 'UTC' });
      expect(headers, url).not.toHaveProperty('authorization');
    }
  });

  it('sends the body as JSON, and nothing where there is none', async () => {
    const { client, calls } = clientAnswering(200, { data: { suggestions: [] } });
    await client.call('POST /wallet/suggest', { body: { address: 'a&b=c', limit: 5 } });
    await client.call('POST /auth/recovery');
    expect(calls.map(({ url, init }) => [init.method, url, init.body])).toEqual([
      ['POST', '/api/wallet/suggest', '{"address":"a&b=c","limit":5}'],
      ['POST', '/api/auth/recovery', undefined],
    ]);
    expect(calls[1]?.init.headers).not.toHaveProperty('content-type');
  });

  it('writes the query with what was said, and nothing else', async () => {
    const page = { items: [], meta: { totalPages: 1, total: 0, page: 1, offset: 15 } };
    const { client, calls } = clientAnswering(200, { data: page });
    expect(await client.call('GET /monitor/history/pagination')).toEqual(page);
    const query = { offset: 30, page: 2, search: ' a&b 12 Mar ' };
    await client.call('GET /monitor/history/pagination', { query });
    await client.call('GET /monitor/history/pagination', { query: { search: undefined } });
    expect(calls.map(({ url }) => url)).toEqual([
      '/api/monitor/history/pagination',
      '/api/monitor/history/pagination?offset=30&page=2&search=%20a%26b%2012%20Mar%20',
      '/api/monitor/history/pagination',
    ]);
  });

  it.each([null, {}, { data: null }, { data: { items: [] } }, { data: [] }])(
    'takes %j for no page of a history',
    async (body) => {
      const { client } = clientAnswering(200, body);
      const expects = { items: 'array', meta: 'object' } as const;
      const answer = client.call('GET /monitor/history/pagination', { expects });
      await expect(answer).rejects.toMatchObject({ errorName: 'UnexpectedAnswer' });
    },
  );

  it.each([null, {}, { data: null }, { data: [] }, { data: 'text' }, { data: true }])(
    'takes %j for no object, whatever is asked of it',
    async (body) => {
      const { client } = clientAnswering(200, body);
      await expect(client.call('GET /auth/sessions')).rejects.toMatchObject({ errorName: 'UnexpectedAnswer' });
    },
  );

  it('reads a list where the contract has one', async () => {
    const newest = (data: unknown) =>
      clientAnswering(200, { data }).client.call('GET /monitor/history', { expects: 'array' });
    expect(await newest([])).toEqual([]);
    await expect(newest({})).rejects.toMatchObject({ errorName: 'UnexpectedAnswer' });
  });

  it('reads what may be null, or is only true', async () => {
    const subscription = (data: unknown) =>
      clientAnswering(200, { data }).client.call('GET /payment/subscription', { expects: ['object', 'null'] });
    expect(await subscription(null)).toBeNull();
    expect(await subscription({ plan_id: 1 })).toEqual({ plan_id: 1 });
    await expect(subscription([])).rejects.toMatchObject({ errorName: 'UnexpectedAnswer' });
    const cancel = (data: unknown) =>
      clientAnswering(200, { data }).client.call('POST /payment/stripe/subscriptions/cancel', { expects: 'boolean' });
    expect(await cancel(true)).toBe(true);
    await expect(cancel({})).rejects.toMatchObject({ errorName: 'UnexpectedAnswer' });
  });

  it('reads an answer to a call that was made without it', async () => {
    const answer = (status: number, body: unknown) => ({
      status,
      headers: { get: () => null },
      text: async () => JSON.stringify(body),
    });
    const read = (status: number, body: unknown) => readAnswer('POST /batches', answer(status, body));
    expect(await read(202, { data: { batch: { id: 'b' } } })).toEqual({ batch: { id: 'b' } });
    await expect(read(202, { data: [] })).rejects.toMatchObject({ errorName: 'UnexpectedAnswer', status: 202 });
    const error = { errorName: 'PayloadTooLarge', message: 'Too large', requestId: 'r' };
    await expect(read(413, { error })).rejects.toMatchObject({ errorName: 'PayloadTooLarge', status: 413 });
  });

  it('makes calls on behalf of somebody', async () => {
    const { client, calls } = clientAnswering(200, { data: { url: 'u' } });
    const person = withParameters(client, { user_id: 77 });
    await person.call('PUT /bot/users/:user_id/checks/:sub_id/share', { sub_id: 'a b' });
    await person.call('DELETE /bot/users/:user_id');
    expect(calls.map(({ url, init }) => [init.method, url])).toEqual([
      ['PUT', '/api/bot/users/77/checks/a%20b/share'],
      ['DELETE', '/api/bot/users/77'],
    ]);
  });

  it('keeps an id inside its place of the path', async () => {
    const { client, calls } = clientAnswering(200, { data: { status: 'failed', sub_id: 'x', message: '' } });
    await client.call('GET /monitor/check/:sub_id', { sub_id: '../../auth/me' });
    expect(pathOf('GET /monitor/pdf/:sub_id', { sub_id: 'a/b?c' })).toBe('/monitor/pdf/a%2Fb%3Fc');
    expect(calls[0]?.url).toBe('/api/monitor/check/..%2F..%2Fauth%2Fme');
    for (const id of ['', '.', '..']) {
      expect(() => pathOf('GET /monitor/pdf/:sub_id', { sub_id: id })).toThrow('"sub_id" is no part of a path');
    }
  });

  it.each([
    null,
    {},
    { data: null },
    { data: [] },
    { data: {} },
    { data: { user: USER } },
    { data: { asset: { sub_id: 'x' } } },
    { data: { user: USER, asset: {} } },
    { data: { user: USER, asset: { sub_id: 7 } } },
    '<html>',
    '',
  ])('[ERR-04] says that something went wrong when a check’s answer lacks user or asset: %j', async (body) => {
    const { client } = clientAnswering(200, body);
    const expects = { user: 'object', asset: { sub_id: 'string' } } as const;
    await expect(client.call('POST /monitor/check', { body: REQUEST, expects })).rejects.toMatchObject({
      errorName: 'UnexpectedAnswer',
      message: 'Something went wrong',
    });
  });

  it('[ERR-03] reads a failure: its code, its text, the fields and when to come back', async () => {
    const error = {
      errorName: 'NotEnoughChecks',
      message: 'You don’t have enough checks.',
      requestId: 'r-1',
      fields: [{ field: 'address', problem: 'missing' }],
    };
    const { client } = clientAnswering(403, { error }, { 'retry-after': '7' });
    await expect(client.call('POST /monitor/check', { body: REQUEST })).rejects.toMatchObject({
      name: 'ApiError',
      status: 403,
      errorName: 'NotEnoughChecks',
      message: error.message,
      requestId: 'r-1',
      fields: ['address'],
      retryAfterSeconds: 7,
    });
  });

  it.each([{}, { error: 'no' }, { error: { errorName: 'toString' } }, '<h1>Bad gateway</h1>'])(
    'reads a failure of something in between as unexpected: %j',
    async (body) => {
      const { client } = clientAnswering(502, body);
      await expect(client.call('GET /auth/me')).rejects.toMatchObject({ errorName: 'UnexpectedAnswer', status: 502 });
    },
  );

  it('distinguishes a lost connection from an answer', async () => {
    const client = createClient({
      baseUrl: '/api',
      timezone: 'UTC',
      fetch: async () => {
        throw new TypeError('fetch failed');
      },
    });
    await expect(client.call('GET /auth/me')).rejects.toMatchObject({ errorName: 'NetworkError', status: 0 });
  });

  it('pulls no schema library into the browser', () => {
    const here = dirname(fileURLToPath(import.meta.url));
    const seen = new Set<string>();
    const outside = new Set<string>();
    const follow = (file: string) => {
      if (seen.has(file)) return;
      seen.add(file);
      const source = readFileSync(file, 'utf8');
      for (const [, clause = '', target = ''] of source.matchAll(/^(?:import|export) (.*?) ?from '([^']+)'/gms)) {
        if (clause.startsWith('type ')) continue;
        if (target.startsWith('.')) follow(join(dirname(file), target));
        else outside.add(target);
      }
    };
    follow(join(here, 'client.ts'));
    expect([...outside]).toEqual([]);
    expect(seen.size).toBeGreaterThan(3);
  });
});

describe('the error table', () => {
  it('gives every code a client or server status and a text', () => {
    for (const name of ERROR_NAMES) {
      expect(ERRORS[name].status).toBeGreaterThanOrEqual(400);
      expect(ERRORS[name].message).not.toBe('');
    }
  });

  it('holds the specification’s own words', () => {
    expect(ERRORS.NotEnoughChecks).toMatchObject({ status: 403, message: 'You don’t have enough checks.' });
    expect(ERRORS.InvalidAddress).toMatchObject({ status: 422, message: 'Unknown address format' });
    expect(ERRORS.InternalError).toMatchObject({ status: 500, message: 'Something went wrong' });
  });
});

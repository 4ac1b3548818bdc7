import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { createClient, type FetchInit } from './client.ts';
import { historyClient } from './history-client.ts';
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
    await client.check(REQUEST, { idempotencyKey: 'k', signal: 'stop' });
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
    await client.suggest({ address: 'bc1' });
    await client.send('GET', '/user/plans');
    expect(seen.map(([url]) => url)).toEqual([
      'https://api.example.org/v1/wallet/suggest',
      'https://api.example.org/v1/user/plans',
    ]);
    for (const [url, headers] of seen) {
      expect(headers, url).toMatchObject({ 'the-timezone-iana': 'UTC' });
      expect(headers, url).not.toHaveProperty('authorization');
    }
  });

  it('asks for suggestions with the trimmed address in the body, never in the path', async () => {
    const { client, calls } = clientAnswering(200, { data: { suggestions: [] } });
    await client.suggest({ address: ' a&b=c ', limit: 5 });
    await client.suggest({ address: 'abc' });
    expect(calls.map(({ url, init }) => [init.method, url, init.body])).toEqual([
      ['POST', '/api/wallet/suggest', '{"address":"a&b=c","limit":5}'],
      ['POST', '/api/wallet/suggest', '{"address":"abc"}'],
    ]);
  });

  it('asks for pages of the history with what was said, and nothing else', async () => {
    const page = { items: [], meta: { totalPages: 1, total: 0, page: 1, offset: 15 } };
    const { client, calls } = clientAnswering(200, { data: page });
    expect(await historyClient(client).page({})).toEqual(page);
    await historyClient(client).page({ offset: 30, page: 2, search: ' a&b 12 Mar ' });
    await historyClient(client).page({ search: '  ' });
    expect(calls.map(({ url }) => url)).toEqual([
      '/api/monitor/history/pagination',
      '/api/monitor/history/pagination?offset=30&page=2&search=a%26b%2012%20Mar',
      '/api/monitor/history/pagination',
    ]);
  });

  it.each([null, {}, { data: null }, { data: { items: [] } }, { data: [] }])(
    'takes %j for no page of a history',
    async (body) => {
      const { client } = clientAnswering(200, body);
      await expect(historyClient(client).page({})).rejects.toMatchObject({ errorName: 'UnexpectedAnswer' });
    },
  );

  it('reads the newest checks as a list', async () => {
    expect(await historyClient(clientAnswering(200, { data: [] }).client).newest()).toEqual([]);
    await expect(historyClient(clientAnswering(200, { data: {} }).client).newest()).rejects.toMatchObject({
      errorName: 'UnexpectedAnswer',
    });
  });

  it('keeps an id inside its place of the path', async () => {
    const { client, calls } = clientAnswering(200, { data: { status: 'failed', sub_id: 'x', message: '' } });
    await client.checkState('../../auth/me');
    expect(calls[0]?.url).toBe('/api/monitor/check/..%2F..%2Fauth%2Fme');
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
    await expect(client.check(REQUEST)).rejects.toMatchObject({
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
    await expect(client.check(REQUEST)).rejects.toMatchObject({
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
      await expect(client.me()).rejects.toMatchObject({ errorName: 'UnexpectedAnswer', status: 502 });
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
    await expect(client.me()).rejects.toMatchObject({ errorName: 'NetworkError', status: 0 });
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

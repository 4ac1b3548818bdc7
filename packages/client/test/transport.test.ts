import { readdirSync, readFileSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import {
  type ActOptions,
  Assay,
  AssayConnectionError,
  AssayProblemError,
  AssayTimeoutError,
  type ClientOptions,
} from '../src/index.ts';
import { type Answer, breakOff, hang, json, problem, startFlakyServer } from './flaky-server.ts';

type Server = Awaited<ReturnType<typeof startFlakyServer>>;

const KEY = 'aml_test_example';
const CHECK = { id: 'chk_1', status: 'completed', stars: 5 };
const NEW = { address: 'a', asset: 'BTC' } as const;
let server: Server | undefined;

afterEach(() => server?.close());

async function clientOf(answers: readonly Answer[], options: Partial<ClientOptions> = {}) {
  server = await startFlakyServer(...answers);
  return { assay: new Assay({ key: KEY, baseUrl: server.url, ...options }), asked: server.asked };
}

describe('a request', () => {
  it('carries the key, the version and a JSON body', async () => {
    const { assay, asked } = await clientOf([json(CHECK)], { version: '2026-11-26' });
    expect(await assay.checks.create(NEW, { idempotencyKey: 'deposit-1' })).toEqual(CHECK);
    expect(asked).toEqual([
      {
        method: 'POST',
        url: '/api/v1/checks',
        headers: expect.objectContaining({
          authorization: `Bearer ${KEY}`,
          'content-type': 'application/json',
          'idempotency-key': 'deposit-1',
          'assay-version': '2026-11-26',
        }),
        body: JSON.stringify(NEW),
      },
    ]);
  });

  it('is sent again with the same idempotency key after it failed for a passing reason', async () => {
    const busy = problem(503, 'overloaded', { 'retry-after': '0' });
    const { assay, asked } = await clientOf([breakOff, busy, json(CHECK)]);
    expect(await assay.checks.create(NEW)).toEqual(CHECK);
    const keys = asked.map(({ headers }) => headers['idempotency-key']);
    expect(keys).toHaveLength(3);
    expect(new Set(keys).size).toBe(1);
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
  });

  const POSTS: Readonly<Record<string, (assay: Assay, options?: ActOptions) => Promise<unknown>>> = {
    '/checks': (assay, options) => assay.checks.create(NEW, options),
    '/checks/a/cancel': (assay, options) => assay.checks.cancel('a', options),
    '/transfers': (assay, options) => assay.transfers.create({ transaction: 'a', asset: 'BTC' }, options),
    '/transfers/a/cancel': (assay, options) => assay.transfers.cancel('a', options),
    '/withdrawal_attempts': (assay, options) =>
      assay.withdrawalAttempts.create({ address: 'a', amount: '1', asset: 'BTC' }, options),
    '/batches': (assay, options) => assay.batches.create([NEW], options),
    '/batches/a/cancel': (assay, options) => assay.batches.cancel('a', options),
    '/batches/a/resume': (assay, options) => assay.batches.resume('a', options),
    '/webhook_endpoints': (assay, options) => assay.webhookEndpoints.create({ url: 'https://a.example' }, options),
    '/webhook_endpoints/a/rotate_secret': (assay, options) => assay.webhookEndpoints.rotateSecret('a', {}, options),
    '/webhook_endpoints/a/test': (assay, options) => assay.webhookEndpoints.test('a', options),
  };

  it.each(Object.entries(POSTS))('POST %s has one key for all its tries, of its own or as given', async (path, act) => {
    const { assay, asked } = await clientOf([breakOff, json(CHECK)]);
    await act(assay);
    await act(assay, { idempotencyKey: 'order-1' });
    expect(asked.map(({ method, url }) => [method, url])).toEqual(asked.map(() => ['POST', `/api/v1${path}`]));
    const keys = asked.map(({ headers }) => headers['idempotency-key']);
    expect(keys).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/), keys[0], 'order-1']);
  });

  it('has no other POST', () => {
    const folder = new URL('../src/', import.meta.url);
    const sources = readdirSync(folder).filter((name) => name.endsWith('.ts'));
    const sent = sources.flatMap((name) => readFileSync(new URL(name, folder), 'utf8').match(/method: 'POST',/g) ?? []);
    // Checks and transfers share theirs.
    expect(sent).toHaveLength(Object.keys(POSTS).length - 2);
  });

  it('waits while another one with its idempotency key is under way', async () => {
    const { assay, asked } = await clientOf([
      problem(409, 'idempotency_in_progress', { 'retry-after': '0' }),
      json(CHECK),
    ]);
    expect(await assay.checks.create(NEW)).toEqual(CHECK);
    expect(asked).toHaveLength(2);
  });

  it.each([
    [400, 'invalid_request'],
    [401, 'invalid_api_key'],
    [402, 'insufficient_checks'],
    [404, 'not_found'],
    [409, 'check_is_over'],
    [422, 'invalid_address'],
  ])('that is answered %i %s is not sent again', async (status, code) => {
    const { assay, asked } = await clientOf([problem(status, code)]);
    const error = await assay.checks.create(NEW).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(AssayProblemError);
    expect(error).toMatchObject({ status, code, message: `about ${code}`, requestId: 'r-1' });
    expect(asked).toHaveLength(1);
  });

  it('is sent as often as asked for, and then fails with the last answer', async () => {
    const { assay, asked } = await clientOf([problem(429, 'rate_limited', { 'retry-after': '0' })], { retries: 3 });
    await expect(assay.usage()).rejects.toMatchObject({ code: 'rate_limited', retryAfterSeconds: 0 });
    expect(asked).toHaveLength(4);
  });

  it('leaves a long wait to the caller', async () => {
    const { assay, asked } = await clientOf([problem(429, 'rate_limited', { 'retry-after': '3600' })]);
    await expect(assay.usage()).rejects.toMatchObject({ retryAfterSeconds: 3_600 });
    expect(asked).toHaveLength(1);
  });

  it('reports a broken connection', async () => {
    const { assay } = await clientOf([breakOff], { retries: 0 });
    await expect(assay.usage()).rejects.toBeInstanceOf(AssayConnectionError);
  });

  it('reports an answer that does not come in time', async () => {
    const { assay } = await clientOf([hang], { retries: 0, timeoutMs: 50 });
    await expect(assay.usage()).rejects.toBeInstanceOf(AssayTimeoutError);
  });

  it('ends with the reason of its signal, while it waits for an answer or for the next try', async () => {
    const reason = new Error('no longer needed');
    const first = await clientOf([hang]);
    const stop = new AbortController();
    const asking = first.assay.usage({ signal: stop.signal });
    stop.abort(reason);
    await expect(asking).rejects.toBe(reason);
    await server?.close();

    const second = await clientOf([problem(503, 'overloaded', { 'retry-after': '30' })]);
    const later = new AbortController();
    const waiting = second.assay.usage({ signal: later.signal });
    await expect.poll(() => second.asked.length).toBe(1);
    later.abort(reason);
    await expect(waiting).rejects.toBe(reason);
  });

  it('takes an answer that is no problem, such as that of a proxy, for an unknown one', async () => {
    const { assay } = await clientOf([(response) => response.writeHead(502).end('<html>Bad gateway</html>')], {
      retries: 0,
    });
    await expect(assay.usage()).rejects.toMatchObject({ status: 502, code: 'unknown_problem', requestId: null });
  });

  it('follows no redirect: the key would go along', async () => {
    const { assay } = await clientOf(
      [(response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()],
      { retries: 0 },
    );
    await expect(assay.usage()).rejects.toBeInstanceOf(AssayConnectionError);
  });
});

describe('a list', () => {
  it('is read page by page, as far as it is needed', async () => {
    const page = (ids: readonly string[], next: string | null) =>
      json({ object: 'list', data: ids.map((id) => ({ id })), has_more: next !== null, next_cursor: next });
    const { assay, asked } = await clientOf([page(['a', 'b'], 'two'), page(['c'], null)]);
    const list = assay.checks.list({ limit: 2, reference: 'deposit 1' });
    const ids: string[] = [];
    for await (const { id } of list) ids.push(id);
    expect(ids).toEqual(['a', 'b', 'c']);
    expect(asked.map(({ url }) => url)).toEqual([
      '/api/v1/checks?limit=2&reference=deposit+1',
      '/api/v1/checks?limit=2&reference=deposit+1&cursor=two',
    ]);
  });

  it('asks for no page that nobody reads', async () => {
    const { assay, asked } = await clientOf([json({ data: [{ id: 'a' }], has_more: true, next_cursor: 'two' })]);
    for await (const { id } of assay.checks.list()) {
      expect(id).toBe('a');
      break;
    }
    expect(asked).toHaveLength(1);
  });
});

describe('a client', () => {
  it.each([
    ['an empty key', { key: '', baseUrl: 'https://assay.example' }],
    ['no address', { key: KEY, baseUrl: 'assay' }],
  ])('is not made with %s', (_what, options) => {
    expect(() => new Assay(options)).toThrow(TypeError);
  });
});

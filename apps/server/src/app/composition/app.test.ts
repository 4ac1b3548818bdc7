import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { ERROR_NAMES, ERRORS, type ErrorName, Failure } from '@assay/contracts';
import { createClient } from '@assay/contracts/client';
import { Validator } from '@seriousme/openapi-schema-validator';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BTC_CHECK, NA_CHECK, signedIn, testApp } from '../../modules/checks/checks/test/check-fixture.ts';
import { useTestApp } from '../../modules/checks/checks/test/use-test-app.ts';
import { AppError } from '../../platform/kernel/app-error.ts';

describe('the HTTP side', () => {
  const server = useTestApp();
  /** A server on which reading a check fails with what `error` gives. */
  const thatCannotRead = (error: () => Error) => {
    const checks = { ...server.checks, openCheck: async () => Promise.reject(error()) };
    return testApp(server.pool, {}, { checks, limits: { readsPerMinute: ERROR_NAMES.length + 1 } });
  };

  it('sends a content security policy with a fresh nonce and nothing inline', async () => {
    const policies = await Promise.all(
      [1, 2].map(async () => String((await server.app.inject({ url: '/' })).headers['content-security-policy'])),
    );
    for (const policy of policies) {
      expect(policy).toMatch(/script-src 'self' 'nonce-[0-9a-f]{32}'/);
      expect(policy).not.toContain('unsafe');
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).toContain("default-src 'self'");
    }
    expect(policies[0]).not.toBe(policies[1]);
  });

  it('promises HTTPS only where the service is reached by HTTPS', async () => {
    const settings = {
      host: '0.0.0.0',
      publicUrl: 'https://assay.example.org',
      productName: 'Assay',
      version: '0',
      trustProxy: 0,
    };
    const secure = await testApp(server.pool, {}, { settings });
    const { headers } = await secure.app.inject({ url: '/healthz' });
    await secure.close();
    expect(headers['strict-transport-security']).toContain('max-age=31536000');
    expect(headers['content-security-policy']).toContain('upgrade-insecure-requests');
    const plain = (await server.app.inject({ url: '/healthz' })).headers;
    expect(plain['strict-transport-security']).toBeUndefined();
    expect(plain['content-security-policy']).not.toContain('upgrade-insecure-requests');
  });

  it('publishes valid OpenAPI 3.1 with every route of the contracts', async () => {
    const document = (await server.app.inject({ url: '/api/openapi.json' })).json();
    expect(document.openapi).toBe('3.1.0');
    expect(await new Validator().validate(document)).toEqual({ valid: true });
    expect(Object.keys(document.paths)).toEqual(
      expect.arrayContaining([
        '/api/auth/confirm-link/{link}',
        '/api/auth/confirm-link/{link}/status',
        '/api/auth/demo',
        '/api/auth/login',
        '/api/auth/logout',
        '/api/auth/me',
        '/api/auth/refresh',
        '/api/auth/sessions',
        '/api/auth/sessions/{id}',
        '/api/monitor/check',
        '/api/monitor/check/{sub_id}',
        '/api/wallet/suggest',
      ]),
    );
    expect(Object.keys(document.paths['/api/monitor/check'].post.responses).sort()).toEqual([
      '200',
      '202',
      '400',
      '401',
      '403',
      '409',
      '413',
      '415',
      '422',
      '429',
      '503',
      'default',
    ]);
  });

  it('answers every code of the error table with its own status and text, and nothing internal', async () => {
    let thrown: ErrorName | undefined;
    const failing = await thatCannotRead(() => {
      if (thrown === undefined) throw new Error('no error was chosen');
      return new AppError(thrown, { internal: 'secret-detail' });
    });
    for (const errorName of ERROR_NAMES) {
      thrown = errorName;
      const answer = await failing.app.inject({ url: '/api/monitor/check/x' });
      expect(answer.statusCode).toBe(ERRORS[errorName].status);
      expect(Failure.parse(answer.json()).error).toMatchObject({ errorName, message: ERRORS[errorName].message });
      expect(answer.body).not.toContain('secret-detail');
    }
    await failing.close();
  });

  it('never lets the text of an unforeseen error out', async () => {
    const broken = await thatCannotRead(() => new Error('password=hunter2'));
    const answer = await broken.app.inject({ url: '/api/monitor/check/x' });
    await broken.close();
    expect(answer.statusCode).toBe(500);
    expect(answer.json().error).toMatchObject({ errorName: 'InternalError', message: 'Something went wrong' });
    expect(answer.body).not.toContain('hunter2');
  });

  it('says whether it lives and whether it can work', async () => {
    expect((await server.app.inject({ url: '/healthz' })).json()).toEqual({ status: 'ok' });
    expect((await server.app.inject({ url: '/readyz' })).json()).toEqual({ status: 'ready' });
    const broken = await testApp(server.pool, {}, { checkReady: async () => Promise.reject(new Error('no database')) });
    const answer = await broken.app.inject({ url: '/readyz' });
    await broken.close();
    expect(answer.statusCode).toBe(503);
    expect(answer.body).not.toContain('no database');
  });

  it('shows metrics to this machine only', async () => {
    expect((await server.app.inject({ url: '/metrics' })).body).toContain('assay_http_request_seconds');
    const elsewhere = [
      { remoteAddress: '203.0.113.1' },
      { headers: { 'x-forwarded-for': '127.0.0.1' } },
      { headers: { host: 'assay.firm.example' } },
      { headers: { host: 'localhost.firm.example' } },
    ];
    for (const from of elsewhere) {
      expect((await server.app.inject({ url: '/metrics', ...from })).statusCode).toBe(404);
    }
  });

  it('says at / that the site is not built, and keeps the API up', async () => {
    const page = await server.app.inject({ url: '/' });
    expect(page.statusCode).toBe(503);
    expect(page.body).toContain('The site is not built yet.');
    expect((await server.app.inject({ url: '/account' })).body).toContain('Sorry, the page you are looking for');
  });

  it('compresses what is worth it', async () => {
    const answer = await server.app.inject({ url: '/api/openapi.json', headers: { 'accept-encoding': 'gzip, br' } });
    expect(answer.headers['content-encoding']).toBe('br');
  });

  it('[API-02] is what the typed client expects', async () => {
    const seen: Record<string, string>[] = [];
    const client = createClient({
      baseUrl: '/api',
      timezone: 'Europe/Tallinn',
      fetch: async (url, { method, headers, body }) => {
        seen.push(headers);
        const answer = await server.app.inject({
          method: method === 'POST' ? 'POST' : 'GET',
          url,
          headers: { ...signedIn(server.app), ...headers },
          ...(body === undefined ? {} : { payload: body }),
        });
        return {
          status: answer.statusCode,
          headers: { get: (name) => String(answer.headers[name] ?? '') },
          text: async () => answer.body,
        };
      },
    });
    const { suggestions } = await client.call('POST /wallet/suggest', { body: { address: ` ${BTC_CHECK.address} ` } });
    expect(suggestions[0]).toEqual({ ticker: 'BTC', name: 'Bitcoin', parent: null, subticker: null, known: false });
    const started = await client.call('POST /monitor/check', { body: BTC_CHECK });
    const { sub_id } = started.asset;
    const state = await client.call('GET /monitor/check/:sub_id', { sub_id });
    expect(state).toMatchObject({ status: 'done', asset: { riskscore: 5 } });
    expect(await client.call('GET /auth/me')).toEqual(started.user);
    await expect(client.call('POST /monitor/check', { body: { ...NA_CHECK, address: 'x' } })).rejects.toMatchObject({
      name: 'ApiError',
      errorName: 'InvalidAddress',
      status: 422,
      message: 'Unknown address format',
    });
    await expect(client.call('GET /monitor/check/:sub_id', { sub_id: 'nothing' })).rejects.toMatchObject({
      errorName: 'NotFound',
      status: 404,
    });
    expect(seen.every((headers) => headers['the-timezone-iana'] === 'Europe/Tallinn')).toBe(true);
  });

  it('answers whatever body a stranger sends below 500', async () => {
    const anything = fc.oneof(
      fc.json(),
      fc.string({ unit: 'binary' }),
      fc
        .record(
          {
            address: fc.oneof(fc.string({ unit: 'binary' }), fc.anything(), fc.constant(BTC_CHECK.address)),
            ticker: fc.oneof(fc.string(), fc.constant('BTC'), fc.constant('__proto__'), fc.anything()),
            parent: fc.oneof(fc.constant(null), fc.string(), fc.anything()),
            subticker: fc.anything(),
            name: fc.oneof(fc.string({ unit: 'binary' }), fc.constant(null)),
          },
          { requiredKeys: [] },
        )
        .map(
          (body) =>
            JSON.stringify(body, (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value)) ?? '',
        ),
    );
    await fc.assert(
      fc.asyncProperty(anything, fc.constantFrom('application/json', 'text/plain', '', 'x'), async (payload, type) => {
        const answer = await server.app.inject({
          method: 'POST',
          url: '/api/monitor/check',
          headers: { ...signedIn(server.app), ...(type === '' ? {} : { 'content-type': type }) },
          payload,
        });
        expect(answer.statusCode).toBeLessThan(500);
        if (answer.statusCode >= 400) Failure.parse(answer.json());
      }),
      { numRuns: 300 },
    );
  });

  it('answers whatever path and query a stranger asks for below 500', async () => {
    const path = fc.oneof(
      fc.webPath(),
      fc.string(),
      fc.webQueryParameters().map((query) => `/wallet/suggest?${query}`),
    );
    const prefix = fc.constantFrom('/api', '/api/wallet/suggest?address=', '/api/monitor/check/', '/', '//', '/%');
    await fc.assert(
      fc.asyncProperty(prefix, path, async (start, rest) => {
        const url = `${start}${rest}`.replace(/[\s#]/g, '');
        // What the injector cannot even address is sent over a real socket in the next test.
        fc.pre(URL.canParse(url, 'http://localhost'));
        const answer = await server.app.inject({ url: url === '/' ? '/x' : url });
        expect(answer.statusCode === 503 && answer.body.includes('not built') ? 200 : answer.statusCode).toBeLessThan(
          500,
        );
      }),
      { numRuns: 500 },
    );
  });

  it('answers request lines that are no URL, sent over a real socket, below 500', async () => {
    await server.app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = server.app.server.address() as AddressInfo;
    const targets = [
      '/\\',
      '//',
      '//\\',
      '/api/\\',
      '/%',
      '/riskcheck/%zz',
      '/check/%00',
      'http://[bad/',
      '*',
      '/check/\u00ff',
    ];
    for (const target of targets) expect(await statusOf(port, target), target).toBeLessThan(500);
  });

  it('answers a path that cannot be decoded with a page, and a call with JSON', async () => {
    for (const url of ['/%E0%A4%A', '/riskcheck/%E0%A4%A']) {
      const { statusCode, headers, body } = await server.app.inject({ url });
      expect([statusCode, headers['content-type']], url).toEqual([404, 'text/html; charset=utf-8']);
      expect(body).toContain('could not be found');
    }
    const call = await server.app.inject({ url: '/api/%E0%A4%A' });
    expect([call.statusCode, call.json().error.errorName]).toEqual([400, 'MalformedRequest']);
  });

  it('answers a request that comes too slowly as the visitor’s doing, before it would count as its own', async () => {
    const slow = await testApp(server.pool, {}, { requestWithinMs: 500 });
    await slow.app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = slow.app.server.address() as AddressInfo;
    const socket = connect(port, '127.0.0.1');
    socket.write(
      'POST /api/auth/login HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{',
    );
    const answer = await text(socket);
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    expect(answer).toContain('"errorName":"RequestTimeout"');
    await slow.close();
  });
});

/** Status of a GET whose request line is sent unchanged; 503 of a site that is not built counts as answered. */
async function statusOf(port: number, target: string): Promise<number> {
  const socket = connect(port, '127.0.0.1');
  socket.end(`GET ${target} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: close\r\n\r\n`, 'latin1');
  const answer = await text(socket);
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1]);
  return status === 503 && answer.includes('not built') ? 200 : status;
}

import fc from 'fast-check';
import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signedIn, type TestApp, testApp } from '../../src/modules/checks/checks/test/check-fixture.ts';
import { auditLedger } from '../../src/modules/money/index.ts';
import { type TestDatabase, testDatabase } from '../support/database.ts';

const RUNS = 1_000;
/** The same requests each time; another seed sends others. */
const SEED = Number(process.env['FUZZ_SEED'] ?? '20261128');
const ANSWERS_WITHIN_MS = 10_000;

/** Every call of signing in, the account, its history and its administration; `:` is replaced by generated text. */
const CALLS = [
  ['POST', 'auth/login'],
  ['GET', 'auth/confirm-link/:'],
  ['GET', 'auth/confirm-link/:/status'],
  ['GET', 'auth/refresh'],
  ['GET', 'auth/logout'],
  ['GET', 'auth/me'],
  ['GET', 'auth/sessions'],
  ['DELETE', 'auth/sessions/:'],
  ['GET', 'auth/demo'],
  ['POST', 'auth/demo'],
  ['GET', 'account/data'],
  ['POST', 'account/delete'],
  ['GET', 'monitor/history'],
  ['GET', 'monitor/history/pagination?offset=:&page=:&search=:'],
  ['GET', 'monitor/history/export'],
  ['GET', 'monitor/result/:'],
  ['POST', 'monitor/check'],
  ['GET', 'monitor/check/:'],
  ['GET', 'wallet/suggest?address=:&limit=:'],
  ['POST', 'wallet/suggest'],
  ['GET', 'survey/admin/responses'],
  ['PATCH', 'survey/admin/settings'],
] as const;

/** Responses that are the same for everyone, and may be cached. */
const PATHS_OF_EVERYBODY = /suggest/;

const HEADERS = [
  'authorization',
  'token-id',
  'the-timezone-iana',
  'idempotency-key',
  'cookie',
  'origin',
  'host',
  'sec-fetch-site',
  'x-forwarded-for',
  'content-type',
  'accept-encoding',
  'user-agent',
  'range',
  'purpose',
];

/** As long as a request line or a body can carry; each part is what one of the formats or patterns looks for. */
const LONG_TEXT = fc
  .tuple(
    fc.constantFrom('1', 'z', 'a.aa', 'a_', 'www.', '0x', 'bc1q', 'ab12', '/tx/a', '1,', ' ', '-', 'ﷺ'),
    fc.nat(15_500),
  )
  .map(([part, length]) => part.repeat(length / part.length));
const ODD_TEXT = fc.oneof(
  LONG_TEXT,
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.constantFrom('', '\u0000', '%', '%zz', '..', '%2e%2e', '__proto__', '-1', '1e400', 'NaN', '\ud800', "' OR 1=1 --"),
  fc.constantFrom('a'.repeat(300), '0'.repeat(32), `${'0'.repeat(32)}.${'A'.repeat(43)}`, 'Bearer a.b.c', 'Basic YTpi'),
  fc.constantFrom('assay_session=a~b~c', 'assay_session=~~; assay_session=x', 'assay_browser=%', '; ;=', 'same-origin'),
);
const FIELDS = [
  'email',
  'acceptTerms',
  'cryptoAssetOrder',
  'address',
  'transaction',
  'ticker',
  'parent',
  'name',
  '__proto__',
  'title',
];
const KNOWN_GOOD = fc.constantFrom('fuzz@firm.example', true, 'BTC', null, '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa');
const BODY = fc.oneof(
  fc.json(),
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.constantFrom(
    '['.repeat(20_000),
    `{"email":"${'a'.repeat(70_000)}"}`,
    '{"email":"\\u0000@firm.example"}',
    '\ufeff{}',
  ),
  fc
    .dictionary(fc.constantFrom(...FIELDS), fc.oneof(KNOWN_GOOD, ODD_TEXT, fc.anything()), { maxKeys: 6 })
    .map((fields) => JSON.stringify(fields, (_key, value) => (typeof value === 'bigint' ? String(value) : value))),
);

const REQUEST = fc.record({
  call: fc.constantFrom(...CALLS),
  root: fc.constantFrom('/api/', '/api/', '/api/', '/api/', '/%61pi/', '/API/', '/api//'),
  fills: fc.array(ODD_TEXT, { minLength: 3, maxLength: 3 }),
  headers: fc.dictionary(fc.constantFrom(...HEADERS), ODD_TEXT, { maxKeys: 4 }),
  body: BODY,
  isSignedIn: fc.boolean(),
  isJson: fc.boolean(),
});

/** The characters of a text that a socket would accept in a header. */
const asHeader = (text: string) => text.replace(/[^\t\x20-\x7e\x80-\xff]/g, '?');

describe('any generated request', () => {
  let database: TestDatabase;
  let server: TestApp;
  beforeAll(async () => {
    database = await testDatabase();
    const unlimited = 1_000_000;
    const limits = {
      checksPerMinute: unlimited,
      readsPerMinute: unlimited,
      exportsPerMinute: unlimited,
      unknownPerMinute: unlimited,
      linksPerAddress: unlimited,
      linksPerNetwork: unlimited,
      tokensPerMinute: unlimited,
    };
    server = await testApp(database.pool, {}, { limits });
  });
  afterAll(async () => {
    await server.close();
    await database.drop();
  });

  it(`is answered ${RUNS} times in time, without a fault of ours and without a word about our insides`, async () => {
    await fc.assert(
      fc.asyncProperty(REQUEST, async ({ call: [method, path], root, fills, headers, body, isSignedIn, isJson }) => {
        let filled = 0;
        const url = root + path.replace(/:/g, () => encodeOdd(fills[filled++] ?? ''));
        const own = Object.entries(headers).map(([name, value]) => [name, asHeader(value)] as const);
        const request: InjectOptions = {
          method,
          url,
          headers: {
            ...(isSignedIn ? signedIn(server.app) : {}),
            ...(isJson ? { 'content-type': 'application/json' } : {}),
            ...Object.fromEntries(own),
          },
          ...(method === 'GET' ? {} : { payload: body }),
        };
        const startedAt = performance.now();
        const answer = await server.app.inject(request);
        expect(answer.statusCode).not.toBe(500);
        expect(performance.now() - startedAt).toBeLessThan(ANSWERS_WITHIN_MS);
        if (answer.statusCode >= 400) {
          expect(answer.body).not.toMatch(/node_modules|SELECT |\.ts:\d|postgres|ECONN/i);
        }
        if (String(answer.headers['content-type']).startsWith('application/json')) {
          expect(answer.headers['cache-control'] ?? '').toMatch(PATHS_OF_EVERYBODY.test(url) ? /./ : /no-store/);
        }
      }),
      { numRuns: RUNS, seed: SEED, endOnFailure: true },
    );
    expect(await auditLedger(database.pool)).toEqual([]);
  }, 240_000);
});

/** Percent-encoded where possible; a lone surrogate stays as it is. */
function encodeOdd(text: string): string {
  return text.isWellFormed() ? encodeURIComponent(text) : '%ed%a0%80';
}

import { Writable } from 'node:stream';
import { ASSETS, MAX_ADDRESS_LENGTH } from '@assay/domain';
import {
  KEYS,
  LOOKALIKE_ADDRESSES,
  PHRASES,
  piecesOf,
  TRANSACTIONS,
  UNDECIDED,
  WALLET_FILES,
} from '@assay/testkit/secrets';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  signedIn,
  TEST_BOT_SECRET,
  type TestApp,
  testApp,
} from '../../src/modules/checks/checks/test/check-fixture.ts';
import { type TestDatabase, testDatabase } from '../support/database.ts';

/** Keys and files in every spelling, and phrases of every language and length. */
const SECRETS = [...KEYS, ...WALLET_FILES, ...PHRASES.filter((_phrase, at) => at % 11 === 0)];
const NEAR = 'e9873d79c6d87dc0fb6a5778633389f4453213303da61f20bd67fc233aa33262';

describe('pasted secrets', () => {
  const lines: string[] = [];
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(chunk.toString());
      done();
    },
  });
  let database: TestDatabase;
  let server: TestApp;
  beforeAll(async () => {
    database = await testDatabase();
    const most = 1_000_000;
    const limits = {
      checksPerMinute: most,
      readsPerMinute: most,
      pagesPerMinute: most,
      unknownPerMinute: most,
      linksPerAddress: most,
      linksPerNetwork: most,
      surveySubmitsPerMinute: most,
      botCallsPerMinute: most,
      botCallsPerUser: most,
    };
    server = await testApp(database.pool, {}, { logger: pino({ level: 'trace' }, sink), limits });
  });
  afterAll(async () => {
    await server.close();
    await database.drop();
  });

  async function send(method: 'GET' | 'POST', path: string, body?: unknown, headers: Record<string, string> = {}) {
    const answer = await server.app.inject({
      method,
      url: `/api${path}`,
      headers: {
        ...signedIn(server.app),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    return {
      status: answer.statusCode,
      text: answer.body,
      error: answer.json().error?.errorName,
      data: answer.json().data,
    };
  }

  const asBot = { authorization: `Bearer ${TEST_BOT_SECRET}` };
  const query = (text: string) => encodeURIComponent(text);
  /** Every call that takes free text or an address, and whether a text fits into it. */
  const REQUESTS: Readonly<Record<string, (text: string) => ReturnType<typeof send> | null>> = {
    'POST /monitor/check': (text) =>
      text.trim().length > MAX_ADDRESS_LENGTH ? null : send('POST', '/monitor/check', { address: text, ticker: 'BTC' }),
    'GET /wallet/suggest': (text) =>
      text.trim().length > MAX_ADDRESS_LENGTH ? null : send('GET', `/wallet/suggest?address=${query(text)}`),
    'POST /wallet/suggest': (text) =>
      text.trim().length > 512 ? null : send('POST', '/wallet/suggest', { address: text }),
    'GET /monitor/history/pagination': (text) =>
      text.trim().length > 120 ? null : send('GET', `/monitor/history/pagination?search=${query(text)}`),
    'GET /monitor/result/{address}': (text) =>
      text.length > 250 ? null : send('GET', `/monitor/result/${query(text)}`),
    'POST /auth/login': (text) =>
      text.trim().length > 512
        ? null
        : send('POST', '/auth/login', {
            email: 'somebody@firm.example',
            acceptTerms: true,
            cryptoAssetOrder: { address: text, ticker: 'BTC' },
          }),
    'POST /survey/submit': (text) => send('POST', '/survey/submit', { answers: [], comment: text }),
    'POST /bot/addresses': (text) =>
      text.trim().length > 512 ? null : send('POST', '/bot/addresses', { address: text }, asBot),
    'POST /bot/users/{user_id}/checks': (text) =>
      text.trim().length > MAX_ADDRESS_LENGTH
        ? null
        : send('POST', '/bot/users/7/checks', { address: text, ticker: 'BTC' }, { ...asBot, 'idempotency-key': 'k' }),
    'GET /bot/users/{user_id}/results': (text) =>
      text.length > 512 ? null : send('GET', `/bot/users/7/results?address=${query(text)}`, undefined, asBot),
  };

  /** Expects that no part of the texts was logged since the last call, and that something was logged. */
  function expectNothingLogged(texts: readonly string[]) {
    const log = lines.splice(0).join('');
    expect(log).toContain('answered');
    const leaked = texts.flatMap(piecesOf).filter((piece) => log.includes(piece));
    expect(leaked).toEqual([]);
  }

  it.each(Object.keys(REQUESTS))(
    'are refused with 422, and the response contains no part of them: %s',
    async (name) => {
      const place = REQUESTS[name];
      const wrong: string[] = [];
      let asked = 0;
      for (const { what, text } of SECRETS) {
        const answer = await place?.(text);
        if (answer === null || answer === undefined) continue;
        asked += 1;
        const repeats = piecesOf(text).some((piece) => answer.text.includes(piece));
        if (answer.status !== 422 || answer.error !== 'SecretNotAddress' || repeats)
          wrong.push(`${what}: ${answer.status}`);
      }
      expect(wrong).toEqual([]);
      expect(asked).toBeGreaterThan(40);
      expectNothingLogged(SECRETS.map(({ text }) => text));
    },
  );

  it('that are longer than an address are refused with 400, and no part of them is answered or logged', async () => {
    const long = SECRETS.filter(({ text }) => text.trim().length > MAX_ADDRESS_LENGTH);
    expect(long.length).toBeGreaterThan(0);
    for (const { what, text } of long) {
      for (const answer of [
        await send('POST', '/monitor/check', { address: text, ticker: 'BTC' }),
        await send('GET', `/wallet/suggest?address=${query(text)}`),
        await send(
          'POST',
          '/bot/users/7/checks',
          { address: text, ticker: 'BTC' },
          { ...asBot, 'idempotency-key': 'k' },
        ),
      ]) {
        expect(answer, what).toMatchObject({ status: 400, error: 'ValidationError' });
        expect(piecesOf(text).filter((piece) => answer.text.includes(piece))).toEqual([]);
      }
    }
    expectNothingLogged(long.map(({ text }) => text));
  });

  it('leave nothing in the database', async () => {
    const { rows } = await database.pool.query<{ table: string }>(
      `SELECT quote_ident(tablename) AS table FROM pg_tables WHERE schemaname = 'public'`,
    );
    for (const { table } of rows) {
      const found = await database.pool.query<{ row: string }>(`SELECT r::text AS row FROM ${table} r LIMIT 2000`);
      const stored = found.rows.map(({ row }) => row).join('\n');
      const leaked = SECRETS.flatMap(({ text }) => piecesOf(text)).filter((piece) => stored.includes(piece));
      expect(leaked, table).toEqual([]);
    }
  });

  it('are not logged from requests that cannot be read', async () => {
    const texts = SECRETS.map(({ text }) => text);
    for (const text of texts) {
      // A body that is not JSON, a wrong type, a URL with an invalid escape, a path that does not exist.
      await server.app.inject({
        method: 'POST',
        url: '/api/monitor/check',
        headers: { ...signedIn(server.app), 'content-type': 'application/json' },
        payload: `{"address":${text}`,
      });
      await send('POST', '/monitor/check', { address: [text], ticker: { [text]: text } });
      await send('POST', '/auth/login', { email: text });
      await send('GET', `/wallet/suggest?address=x&limit=${query(text)}`);
      for (const url of [
        `/api/${query(text)}`,
        `/api/${query(text)}%zz`,
        `/?address=${query(text)}`,
        `/check/${query(text)}`,
      ]) {
        await server.app.inject({ url, headers: signedIn(server.app) });
      }
    }
    expectNothingLogged(texts);
  });

  it('are distinguished from 64 digits that can be an address of the named asset', async () => {
    for (const { text } of UNDECIDED) {
      const check = await send('POST', '/monitor/check', { address: text, ticker: 'ETH' });
      expect([check.status, check.error], text).toEqual([422, 'SecretNotAddress']);
      const suggest = await send('GET', `/wallet/suggest?address=${query(text)}`);
      expect([suggest.status, suggest.data ?? suggest.error]).toEqual([200, { suggestions: [] }]);
    }
    expect((await send('POST', '/monitor/check', { address: NEAR, ticker: 'NEAR' })).status).toBe(200);
    const { data } = await send('POST', '/wallet/suggest', { address: NEAR });
    expect(data.suggestions.map(({ ticker }: { ticker: string }) => ticker)).toEqual(['NEAR']);
  });

  it('are distinguished from transaction ids, which are checked as payments', async () => {
    for (const { text } of TRANSACTIONS) {
      const { status, error, text: body } = await send('POST', '/monitor/check', { address: text, ticker: 'ETH' });
      expect([status, error], text).toEqual([422, 'TransactionNotAddress']);
      expect(body).toContain('Check what it moved as a payment, or paste the wallet address instead.');
    }
  });

  it('are distinguished from addresses: each gets the same suggestions by query and by body', async () => {
    const isListed = ({ ticker }: { readonly ticker: string }) => ASSETS.some((asset) => asset.ticker === ticker);
    for (const { address, ticker } of LOOKALIKE_ADDRESSES.filter(isListed)) {
      const byQuery = await send('GET', `/wallet/suggest?address=${query(address)}`);
      const byBody = await send('POST', '/wallet/suggest', { address });
      expect(byBody.data).toEqual(byQuery.data);
      expect(byQuery.data.suggestions.map((suggestion: { ticker: string }) => suggestion.ticker)).toContain(ticker);
    }
  });
});

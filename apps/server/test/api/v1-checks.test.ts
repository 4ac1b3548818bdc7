import { describe, expect, it } from 'vitest';
import { BTC_ADDRESS, TRON_ADDRESS, UNKNOWN_ADDRESS } from '../../src/modules/checks/checks/test/check-fixture.ts';
import { auditLedger } from '../../src/modules/money/index.ts';
import { useAuthApp } from '../support/auth-app.ts';
import { apiProgram } from './api-program.ts';

const server = useAuthApp();
const BTC = { address: BTC_ADDRESS, asset: 'BTC' };
const program = (wish?: Parameters<typeof apiProgram>[1]) => apiProgram(server, wish);

describe('a check by API key', () => {
  it('answers stars, shares that sum to 1, links, and the client’s own reference', async () => {
    const { call, left } = await program();
    const made = await call('POST', '/checks', { ...BTC, reference: 'deposit-1', metadata: { customer: '42' } });
    expect(made.status, made.text).toBe(201);
    expect(made.body).toMatchObject({
      id: expect.stringMatching(/^chk_\w{20}$/),
      object: 'check',
      status: 'completed',
      address: BTC_ADDRESS,
      asset: 'BTC',
      network: 'BTC',
      reference: 'deposit-1',
      metadata: { customer: '42' },
      charged: true,
      failure: null,
      stars: 5,
      verdict: 'low',
      method_version: '1',
      result_url: expect.stringContaining('/riskcheck/'),
    });
    expect(made.body).not.toHaveProperty('evidence');
    const { incoming } = made.body['exposures'] as { incoming: { share: number }[] };
    expect(incoming.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 9);
    expect(await left()).toBe(9);

    const again = await call('GET', `/checks/${String(made.body['id'])}`);
    expect(again.body).toEqual(made.body);
    const etag = String(again.headers['etag']);
    const unchanged = await call('GET', `/checks/${String(made.body['id'])}`, undefined, { 'if-none-match': etag });
    expect([unchanged.status, unchanged.text]).toEqual([304, '']);
    const whole = await call('GET', `/checks/${String(made.body['id'])}?expand=evidence`);
    expect(whole.body['evidence']).toMatchObject({ incoming: { records: 1 }, outgoing: { records: 1 } });
    expect(await auditLedger(server.pool)).toEqual([]);
  });

  it('is free again within a day, costs nothing without a rating, and is never public by its own id', async () => {
    const { call, left } = await program();
    await call('POST', '/checks', BTC);
    const repeat = await call('POST', '/checks', BTC);
    const unrated = await call('POST', '/checks', { ...BTC, address: UNKNOWN_ADDRESS });
    expect([repeat.body['charged'], unrated.body['charged']]).toEqual([false, false]);
    expect(unrated.body).toMatchObject({
      stars: null,
      score: null,
      not_rated_reason: 'no_records',
      status: 'completed',
    });
    expect(await left()).toBe(9);
    const open = await server.client().get(`/api/monitor/check/${String(repeat.body['id'])}`);
    expect(open.status).toBe(404);
  });

  it('names the networks where one has to be chosen, and guesses none', async () => {
    const { call, left } = await program();
    const unnamed = await call('POST', '/checks', { address: TRON_ADDRESS, asset: 'USDT' });
    expect([unnamed.status, unnamed.body['code'], unnamed.body['pointer']]).toEqual([
      422,
      'network_required',
      '/network',
    ]);
    expect(unnamed.body['detail']).toMatch(/^USDT is on TRX, ETH, .*: name one\.$/);
    const elsewhere = await call('POST', '/checks', { address: TRON_ADDRESS, asset: 'USDT', network: 'DOGE' });
    expect([elsewhere.status, elsewhere.body['code'], elsewhere.body['pointer']]).toEqual([
      422,
      'unknown_asset',
      '/network',
    ]);
    const named = await call('POST', '/checks', { address: TRON_ADDRESS, asset: 'usdt', network: 'trx' });
    expect([named.status, named.body['network']]).toEqual([201, 'TRX']);
    expect(await left()).toBe(9);
  });

  it.each([
    ['no address of the asset', { address: 'not an address', asset: 'BTC' }, 422, 'invalid_address', '/address'],
    ['no asset of the list', { address: BTC_ADDRESS, asset: 'NOPE' }, 422, 'unknown_asset', '/asset'],
    ['an address that is no text', { address: 7, asset: 'BTC' }, 400, 'invalid_request', '/address'],
    ['a field that is not known', { ...BTC, adress: 'x' }, 400, 'invalid_request', '/'],
    ['a reference with NUL', { ...BTC, reference: 'a\0b' }, 400, 'invalid_request', '/reference'],
    ['half a surrogate pair', { ...BTC, metadata: { note: '\ud800' } }, 400, 'invalid_request', '/metadata/note'],
    ['too long a wait', { ...BTC, wait_seconds: 16 }, 400, 'invalid_request', '/wait_seconds'],
    [
      'a phrase of secret words',
      { address: `${'abandon '.repeat(11)}about`, asset: 'BTC' },
      422,
      'secret_not_address',
      '/address',
    ],
  ])('refuses %s with a pointer, and spends nothing', async (_what, body, status, code, pointer) => {
    const { call, left } = await program();
    const answer = await call('POST', '/checks', body);
    expect([answer.status, answer.body['code'], answer.body['pointer']]).toEqual([status, code, pointer]);
    expect(answer.headers['content-type']).toBe('application/problem+json; charset=utf-8');
    expect(answer.text).not.toContain('abandon');
    expect(await left()).toBe(10);
  });

  it('is refused without checks, and so is what is not JSON or too large', async () => {
    const { call } = await program({ checks: 0 });
    const first = await call('POST', '/checks', BTC);
    const spent = await call('POST', '/checks', { address: TRON_ADDRESS, asset: 'USDT', network: 'TRX' });
    expect([first.status, spent.status, spent.body['code']]).toEqual([201, 402, 'insufficient_checks']);
    const list = await call('GET', '/checks');
    expect((list.body['data'] as unknown[]).length).toBe(1);
    const large = await call('POST', '/checks', { ...BTC, metadata: { x: 'y'.repeat(70_000) } });
    expect([large.status, large.body['code']]).toEqual([413, 'payload_too_large']);
    const form = await call('POST', '/checks', BTC, { 'content-type': 'application/x-www-form-urlencoded' });
    expect([form.status, form.body['code']]).toEqual([415, 'unsupported_media_type']);
    const nowhere = await call('GET', '/nothing');
    expect([nowhere.status, nowhere.body['code']]).toEqual([404, 'not_found']);
  });
});

describe('an idempotency key', () => {
  it('makes a repeat answer the same bytes, and spends once', async () => {
    const { call, left } = await program();
    const key = { 'idempotency-key': 'deposit-8731' };
    const first = await call('POST', '/checks', BTC, key);
    const again = await call('POST', '/checks', BTC, key);
    expect(again.text).toBe(first.text);
    expect([first.headers['idempotent-replayed'], again.headers['idempotent-replayed']]).toEqual([undefined, 'true']);
    const other = await call('POST', '/checks', { ...BTC, reference: 'another' }, key);
    expect([other.status, other.body['code']]).toEqual([422, 'idempotency_key_reused']);
    expect(await left()).toBe(9);
    server.passTime(23 * 3_600_000);
    expect((await call('POST', '/checks', BTC, key)).text).toBe(first.text);
    server.passTime(3_600_000 + 1);
    const later = await call('POST', '/checks', { ...BTC, reference: 'another' }, key);
    expect([later.status, later.body['reference']]).toEqual([201, 'another']);
  });

  it('is one request under way, however many arrive at once', async () => {
    const { call, left } = await program();
    const key = { 'idempotency-key': 'same-moment' };
    const all = await Promise.all(Array.from({ length: 8 }, () => call('POST', '/checks', BTC, key)));
    const made = new Set(all.filter(({ status }) => status === 201).map(({ body }) => body['id']));
    expect(made.size).toBe(1);
    for (const { status, body } of all) {
      if (status !== 201) expect([status, body['code']]).toEqual([409, 'idempotency_in_progress']);
    }
    expect(await left()).toBe(9);
  });

  it('is free again after a failure', async () => {
    const { call } = await program();
    const key = { 'idempotency-key': 'second-try' };
    expect((await call('POST', '/checks', { ...BTC, address: 'wrong' }, key)).status).toBe(422);
    expect((await call('POST', '/checks', BTC, key)).status).toBe(201);
  });
});

describe('the list of checks', () => {
  it('is paged by a cursor, newest first, and found by reference', async () => {
    const { call } = await program();
    for (let count = 0; count < 5; count += 1) {
      await call('POST', '/checks', { ...BTC, reference: count === 2 ? 'wanted' : `other-${count}` });
    }
    const seen: unknown[] = [];
    let query = '?limit=2';
    for (;;) {
      const page = await call('GET', `/checks${query}`);
      seen.push(...(page.body['data'] as { reference: string }[]).map(({ reference }) => reference));
      const { next_cursor: next } = page.body;
      if (typeof next !== 'string') break;
      expect(page.body['has_more']).toBe(true);
      query = `?limit=2&cursor=${next}`;
    }
    expect(seen).toEqual(['other-4', 'other-3', 'wanted', 'other-1', 'other-0']);
    const found = await call('GET', '/checks?reference=wanted');
    expect((found.body['data'] as unknown[]).length).toBe(1);
    expect((await call('GET', '/checks?reference=%00')).status).toBe(400);
    const forged = await call('GET', '/checks?cursor=AAAA');
    expect([forged.status, forged.body['code'], forged.body['pointer']]).toEqual([
      400,
      'invalid_request',
      'query/cursor',
    ]);
  });

  it('holds nothing of another workspace', async () => {
    const mine = await program();
    const other = await program();
    const { body } = await mine.call('POST', '/checks', BTC);
    expect((await other.call('GET', '/checks')).body['data']).toEqual([]);
    expect((await other.call('GET', `/checks/${String(body['id'])}`)).status).toBe(404);
    expect((await other.call('POST', `/checks/${String(body['id'])}/cancel`)).status).toBe(404);
  });
});

describe('what a key may', () => {
  it('is limited by its scopes', async () => {
    const { call } = await program({ scopes: ['checks:read'] });
    const refused = await call('POST', '/checks', BTC);
    expect([refused.status, refused.body['code']]).toEqual([403, 'missing_scope']);
    expect((await call('GET', '/checks')).status).toBe(200);
  });

  it('is limited by its checks a month, also when they arrive at once', async () => {
    const { call, left, member } = await program({ monthly_limit: 1 });
    const all = await Promise.all([
      call('POST', '/checks', BTC),
      call('POST', '/checks', { address: TRON_ADDRESS, asset: 'USDT', network: 'TRX' }),
      call('POST', '/checks', { address: TRON_ADDRESS, asset: 'TRX' }),
    ]);
    expect(all.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([201, 402, 402]);
    expect(all.filter(({ status }) => status === 402).map(({ body }) => body['code'])).toEqual([
      'key_limit_reached',
      'key_limit_reached',
    ]);
    expect(await left()).toBe(9);
    expect((await member.get('/api/developers/keys')).data['keys']).toMatchObject([{ spent_this_month: 1 }]);
    expect((await call('GET', '/usage')).body['key']).toMatchObject({ spent: 1, monthly_limit: 1 });
  });

  it('is said by every answer: version, and what is left of the budget of requests', async () => {
    const { call } = await program();
    const { headers } = await call('GET', '/assets');
    expect(headers).toMatchObject({
      'assay-version': '2026-11-26',
      'ratelimit-policy': '"requests";q=600;w=60',
      ratelimit: expect.stringMatching(/^"requests";r=\d+;t=\d+$/),
    });
    const unknown = await call('GET', '/assets', undefined, { 'assay-version': '2020-01-01' });
    expect([unknown.status, unknown.body['code']]).toEqual([400, 'unknown_version']);
  });

  it('is not asked which site sent the request, for no cookie opens one', async () => {
    const { call } = await program();
    const foreign = {
      origin: 'https://elsewhere.example',
      'sec-fetch-site': 'cross-site',
      cookie: 'assay_session=x~y~z',
    };
    expect((await call('POST', '/checks', BTC, foreign)).status).toBe(201);
    const without = await server.client({ ...foreign }).post('/api/v1/checks', BTC);
    expect([without.status, JSON.parse(without.text).code]).toEqual([401, 'missing_api_key']);
  });

  it('ends with the account: a suspended one is refused', async () => {
    const { call, sub } = await program();
    await server.pool.query('UPDATE users SET suspended_at = now() WHERE sub = $1', [sub]);
    const answer = await call('POST', '/checks', BTC);
    expect([answer.status, answer.body['code']]).toEqual([403, 'account_suspended']);
  });
});

describe('the list of assets', () => {
  it('names each asset with the network to send', async () => {
    const { call } = await program();
    const { body } = await call('GET', '/assets');
    expect(body['data']).toEqual(
      expect.arrayContaining([
        { object: 'asset', asset: 'USDT', network: 'TRX', name: expect.any(String), decimals: 6, is_followed: true },
      ]),
    );
  });
});

import { describe, expect, it } from 'vitest';
import { plannedProblemOf } from '../../src/modules/api/public-api/withdrawals/withdrawal-question.ts';
import { testAddresses } from '../../src/modules/api/test-mode/test-addresses.ts';
import { SIDE } from '../../src/modules/checks/checks/test/payment-fixture.ts';
import { PlannedRefused } from '../../src/modules/checks/index.ts';
import { auditLedger, ledger } from '../../src/modules/money/index.ts';
import { inWorkspace } from '../../src/platform/kernel/scope.ts';
import { useAuthApp } from '../support/auth-app.ts';
import { apiProgram } from './api-program.ts';

const server = useAuthApp();
const OTHER = 'TV6MuMXfmLbBqPZvBHdwFsDnQeVfnmiuSi';
const ATTEMPT = { address: OTHER, amount: '250.5', asset: 'USDT', network: 'TRX' };
const WITH_WALLET = { ...ATTEMPT, from: SIDE };
const PATH = '/withdrawal_attempts';

describe('a withdrawal attempt by API key', () => {
  it('answers the rating of the receiver, the stars of the own wallet before and after, and two checks', async () => {
    const { call, left } = await apiProgram(server);
    const made = await call('POST', PATH, { ...WITH_WALLET, reference: 'withdrawal-1', metadata: { customer: '42' } });
    expect(made.status, made.text).toBe(201);
    expect(made.body).toMatchObject({
      ...{ id: expect.stringMatching(/^wat_\w{20}$/), object: 'withdrawal_attempt', mode: 'live' },
      ...{ address: OTHER, from: SIDE, asset: 'USDT', network: 'TRX', amount: '250.5', amount_base_units: '250500000' },
      ...{ reference: 'withdrawal-1', metadata: { customer: '42' }, method_version: '2' },
      before: { stars: null, verdict: 'not_rated' },
      after: { stars: 5, verdict: 'low' },
      checks: [expect.stringMatching(/^chk_\w{20}$/), expect.stringMatching(/^chk_\w{20}$/)],
      checks_charged: 2,
    });
    expect(await left()).toBe(8);
    const [receiver, own] = made.body['checks'] as string[];
    expect((await call('GET', `/checks/${receiver}`)).body).toMatchObject({ address: OTHER, charged: true });
    expect((await call('GET', `/checks/${own}`)).body).toMatchObject({ address: SIDE, charged: true });

    const again = await call('GET', `${PATH}/${String(made.body['id'])}`);
    expect(again.text).toBe(made.text);
    const unchanged = await call('GET', `${PATH}/${String(made.body['id'])}`, undefined, {
      'if-none-match': String(again.headers['etag']),
    });
    expect([unchanged.status, unchanged.text]).toEqual([304, '']);
    expect(await auditLedger(server.pool)).toEqual([]);
  });

  it('costs only what is not free already', async () => {
    const { call, left } = await apiProgram(server);
    const first = await call('POST', PATH, ATTEMPT);
    expect(first.body).toMatchObject({ from: null, before: null, after: null, checks_charged: 1 });
    expect((await call('POST', PATH, WITH_WALLET)).body).toMatchObject({ checks_charged: 1 });
    expect((await call('POST', PATH, { ...WITH_WALLET, amount: '7' })).body).toMatchObject({ checks_charged: 0 });
    expect(await left()).toBe(8);
    expect(await auditLedger(server.pool)).toEqual([]);
  });

  it('is listed by reference and page, to its own workspace alone', async () => {
    const { call } = await apiProgram(server);
    const made: string[] = [];
    for (const reference of ['one', 'two', 'one']) {
      made.push(String((await call('POST', PATH, { ...ATTEMPT, reference })).body['id']));
    }
    const idsOf = (body: Record<string, unknown>) => (body['data'] as { id: string }[]).map(({ id }) => id);
    expect(idsOf((await call('GET', `${PATH}?reference=one`)).body)).toEqual([made[2], made[0]]);
    const first = await call('GET', `${PATH}?limit=2`);
    expect(idsOf(first.body)).toEqual([made[2], made[1]]);
    const rest = await call('GET', `${PATH}?limit=2&cursor=${String(first.body['next_cursor'])}`);
    expect([idsOf(rest.body), rest.body['next_cursor']]).toEqual([[made[0]], null]);
    expect((await call('GET', `${PATH}?cursor=x`)).body).toMatchObject({ code: 'invalid_request' });
    expect((await call('GET', `${PATH}/chk_${'1'.repeat(20)}`)).status).toBe(400);

    const stranger = await apiProgram(server);
    expect((await stranger.call('GET', PATH)).body['data']).toEqual([]);
    expect((await stranger.call('GET', `${PATH}/${made[0]}`)).body).toMatchObject({ status: 404, code: 'not_found' });
  });

  it('is answered once for an idempotency key', async () => {
    const { call, left } = await apiProgram(server);
    const headers = { 'idempotency-key': 'withdrawal-8' };
    const first = await call('POST', PATH, WITH_WALLET, headers);
    const again = await call('POST', PATH, WITH_WALLET, headers);
    expect([again.headers['idempotent-replayed'], again.text]).toEqual(['true', first.text]);
    expect((await call('POST', PATH, ATTEMPT, headers)).body).toMatchObject({ code: 'idempotency_key_reused' });
    expect([(await call('GET', PATH)).body['data'], await left()]).toMatchObject([[{ id: first.body['id'] }], 8]);
  });

  it.each([
    [{ from: OTHER }, 'same_address', '/from', /same address/],
    [{ amount: '1.1234567' }, 'amount_too_fine', '/amount', /has 6 decimals/],
    [{ address: 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb' }, 'burn_address', '/address', /mint or burn/],
    [{ from: 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb' }, 'burn_address', '/from', /mint or burn/],
    [{ address: 'T1' }, 'invalid_address', '/address', /form of this asset/],
    [{ from: 'T1' }, 'invalid_address', '/from', /form of this asset/],
    [{ asset: 'NOPE' }, 'unknown_asset', '/asset', /./],
    [{ network: null }, 'network_required', '/network', /^USDT is on .*TRX/],
  ])('refuses %j as %s, spending and storing nothing', async (change, code, pointer, detail) => {
    const { call, left } = await apiProgram(server);
    const refused = await call('POST', PATH, { ...ATTEMPT, ...change });
    expect(refused.body).toMatchObject({ status: 422, code, pointer, detail: expect.stringMatching(detail) });
    expect(refused.headers['content-type']).toContain('application/problem+json');
    expect(await left()).toBe(10);
    expect((await call('GET', PATH)).body['data']).toEqual([]);
    expect((await call('GET', '/checks')).body['data']).toEqual([]);
  });

  it.each(['0', '-1', '1e3', ''])('refuses the amount %j by its form', async (amount) => {
    const { call } = await apiProgram(server);
    const refused = await call('POST', PATH, { ...ATTEMPT, amount });
    expect(refused.body).toMatchObject({ status: 400, code: 'invalid_request', pointer: '/amount' });
  });

  it('begins both checks or none where the workspace has one left', async () => {
    const { call, left } = await apiProgram(server, { checks: 1 });
    expect((await call('POST', PATH, WITH_WALLET)).body).toMatchObject({ status: 402, code: 'insufficient_checks' });
    expect(await left()).toBe(1);
    expect((await call('POST', PATH, ATTEMPT)).status).toBe(201);
    expect(await left()).toBe(0);
  });

  it('counts for the limit of the key, which needs room for both checks or for neither', async () => {
    const { call, left } = await apiProgram(server, { monthly_limit: 1 });
    const refused = await call('POST', PATH, WITH_WALLET);
    expect(refused.body).toMatchObject({ status: 402, code: 'key_limit_reached' });
    expect((await call('POST', PATH, ATTEMPT)).status).toBe(201);
    expect((await call('POST', PATH, { ...ATTEMPT, amount: '3' })).body).toMatchObject({ checks_charged: 0 });
    expect(
      (await call('POST', '/checks', { ...WITH_WALLET, address: SIDE, amount: undefined, from: undefined })).body,
    ).toMatchObject({ code: 'key_limit_reached' });
    expect(await left()).toBe(9);
    expect((await call('GET', '/usage')).body).toMatchObject({ key: { spent: 1 } });
    expect(await auditLedger(server.pool)).toEqual([]);
  });

  it('never spends more than the limit of the key, and as much as it allows, however many ask at once', async () => {
    const { call, left } = await apiProgram(server, { monthly_limit: 3 });
    const third = 'TW3e7XyDgpfamBg3ZArAkH8qo7vW6HFdC2';
    const replies = await Promise.all([
      call('POST', PATH, WITH_WALLET),
      call('POST', PATH, { ...ATTEMPT, address: third, from: 'TAh7C8CseMg1bmgWERDPF2JQnqSJ1uufpD' }),
    ]);
    expect(replies.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([201, 402]);
    expect(await left()).toBe(8);
    expect(await auditLedger(server.pool)).toEqual([]);
  });

  it('needs the scope that spends to be made, and the one that reads to be read', async () => {
    const reader = await apiProgram(server, { scopes: ['checks:read'] });
    expect((await reader.call('POST', PATH, ATTEMPT)).body).toMatchObject({ code: 'missing_scope' });
    const writer = await apiProgram(server, { scopes: ['checks:write'] });
    expect((await writer.call('GET', PATH)).body).toMatchObject({ code: 'missing_scope' });
  });

  it('is in the export of the account, and goes with it', async () => {
    const { call, member, sub } = await apiProgram(server);
    const { body: made } = await call('POST', PATH, { ...ATTEMPT, reference: 'withdrawal-9' });
    const text = (await member.get('/api/account/data')).text;
    expect(text).toContain(String(made['id']));
    const stored = () => server.pool.query('SELECT FROM withdrawal_attempts WHERE workspace = $1', [sub]);
    expect((await stored()).rowCount).toBe(1);
    const { email } = (await member.get('/api/auth/me')).data;
    const deleted = await member.post('/api/account/delete', { email });
    expect(deleted.status, deleted.text).toBe(200);
    expect((await stored()).rowCount).toBe(0);
  });
});

describe('what a planned payment is refused for', () => {
  it.each([
    [{ is: 'no records', recordsHeld: 'None are.' }, 'records_missing', '/asset'],
    [{ is: 'too many coins', most: 10_000 }, 'too_many_coins', '/from'],
  ] as const)('is a problem of its own: %j', (refusal, code, pointer) => {
    expect(plannedProblemOf(new PlannedRefused(refusal), SIDE)).toMatchObject({ code, pointer });
  });
});

describe('a withdrawal attempt by test key', () => {
  const ofNetwork = testAddresses().filter(({ network }) => network === 'TRX');
  const addressOf = (wanted: string) => ofNetwork.find(({ outcome }) => outcome === wanted)?.address ?? '';
  const from = addressOf('star_5');
  const others = ofNetwork.filter(({ outcome }) => !['failing', 'star_5'].includes(outcome));

  it.each(others)('answers $outcome as it is published, marked, and spends nothing', async ({ address, outcome }) => {
    const { call, sub } = await apiProgram(server, { mode: 'test' });
    const { status, body } = await call('POST', PATH, { ...ATTEMPT, address, from });
    expect(status).toBe(201);
    expect(body).toMatchObject({ mode: 'test', address, method_version: 'test', checks: [], checks_charged: 0 });
    const { body: check } = await call('POST', '/checks', { address, asset: 'USDT', network: 'TRX', wait_seconds: 4 });
    for (const field of ['stars', 'score', 'verdict', 'not_rated_reason', 'coverage', 'confidence', 'labels']) {
      expect(body[field], field).toEqual(check[field]);
    }
    const after = outcome === 'slow' || check['stars'] === null ? 5 : check['stars'];
    expect(body).toMatchObject({ before: { stars: 5 }, after: { stars: after } });
    expect((await inWorkspace(sub, () => ledger.stateOf(server.pool, sub))).checks).toBe(10);
  });

  it('is unavailable for the address whose checks fail, and stores nothing', async () => {
    const { call } = await apiProgram(server, { mode: 'test' });
    const failed = await call('POST', PATH, { ...ATTEMPT, address: addressOf('failing') });
    expect(failed.body).toMatchObject({ status: 503, code: 'overloaded' });
    expect(failed.headers['retry-after']).toBeDefined();
    expect((await call('GET', PATH)).body['data']).toEqual([]);
  });

  it('refuses addresses that are not published, at the field that names them', async () => {
    const { call } = await apiProgram(server, { mode: 'test' });
    const refused = async (change: object) => (await call('POST', PATH, { ...ATTEMPT, ...change })).body;
    expect(await refused({})).toMatchObject({ code: 'test_address_required', pointer: '/address' });
    expect(await refused({ address: from, from: SIDE })).toMatchObject({
      ...{ code: 'test_address_required', pointer: '/from' },
    });
    expect(await refused({ address: from, from })).toMatchObject({ code: 'same_address' });
  });

  it('is not found by live keys', async () => {
    const test = await apiProgram(server, { mode: 'test' });
    const { body } = await test.call('POST', PATH, { ...ATTEMPT, address: from });
    const made = await test.member.post('/api/developers/keys', { name: 'Live', scopes: ['checks:read'] });
    const live = server.client({ authorization: `Bearer ${String(made.data['secret'])}` });
    expect((await live.get(`/api/v1${PATH}/${String(body['id'])}`)).status).toBe(404);
    expect((await test.call('GET', `${PATH}/${String(body['id'])}`)).body).toEqual(body);
  });
});

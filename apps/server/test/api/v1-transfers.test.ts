import { describe, expect, it } from 'vitest';
import { testTransactions } from '../../src/modules/api/test-mode/test-transactions.ts';
import { DEPOSIT, PAID, SIDE, UNRATED } from '../../src/modules/checks/checks/test/payment-fixture.ts';
import { auditLedger, ledger } from '../../src/modules/money/index.ts';
import { inWorkspace } from '../../src/platform/kernel/scope.ts';
import { useAuthApp } from '../support/auth-app.ts';
import { apiProgram } from './api-program.ts';

const server = useAuthApp();
const TRANSFER = { transaction: PAID, asset: 'USDT', network: 'TRX', address: SIDE, direction: 'deposit' };
const NOWHERE = 'e80ace5ab3d5084ebe66a9bddc40b8b2b11ca89eb2479b878fc91dfb3fb1ccd7';

describe('a transfer by API key', () => {
  it('answers the result of a check with its payment, and costs one check', async () => {
    const { call, left } = await apiProgram(server);
    const made = await call('POST', '/transfers', {
      ...TRANSFER,
      reference: 'deposit-1',
      metadata: { customer: '42' },
    });
    expect(made.status, made.text).toBe(201);
    expect(made.body).toMatchObject({
      ...{ id: expect.stringMatching(/^trf_\w{20}$/), object: 'transfer', mode: 'live', status: 'completed' },
      ...{ address: SIDE, asset: 'USDT', network: 'TRX', reference: 'deposit-1', metadata: { customer: '42' } },
      ...{ charged: true, stars: 5, verdict: 'low', method_version: '2' },
      result_url: expect.stringContaining('/riskcheck/'),
      report_url: expect.stringContaining('/api/monitor/pdf/'),
      certificate_url: expect.stringMatching(/\/api\/monitor\/check\/[0-9a-f]{32}\/certificate\.json$/),
      payment: {
        ...{ transaction_id: PAID, direction: 'deposit', amount: '1000000000', moves_in_all: 2 },
        time: expect.stringMatching(/^\d{4}-.*Z$/),
      },
    });
    const { incoming, outgoing } = made.body['exposures'] as { incoming: { share: number }[]; outgoing: unknown[] };
    expect(incoming.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 9);
    expect(outgoing).toEqual([]);
    expect(await left()).toBe(9);

    const id = String(made.body['id']);
    const again = await call('GET', `/transfers/${id}`);
    expect(again.body).toEqual(made.body);
    const unchanged = await call('GET', `/transfers/${id}`, undefined, {
      'if-none-match': String(again.headers['etag']),
    });
    expect([unchanged.status, unchanged.text]).toEqual([304, '']);
    const whole = await call('GET', `/transfers/${id}?expand=evidence`);
    expect(whole.body['evidence']).toMatchObject({ incoming: { records: 1 }, outgoing: { records: 0 } });
    expect(await auditLedger(server.pool)).toEqual([]);
  });

  it('is free again within a day, and costs nothing where nothing is known of the money', async () => {
    const { call, left } = await apiProgram(server);
    await call('POST', '/transfers', TRANSFER);
    const repeat = await call('POST', '/transfers', TRANSFER);
    const unrated = await call('POST', '/transfers', { ...TRANSFER, transaction: UNRATED });
    expect([repeat.body['charged'], unrated.body['charged']]).toEqual([false, false]);
    expect(unrated.body).toMatchObject({ stars: null, not_rated_reason: 'too_little_attributed' });
    const other = await call('POST', '/transfers', { ...TRANSFER, direction: 'withdrawal' });
    expect(other.body).toMatchObject({ charged: true, payment: { direction: 'withdrawal' } });
    expect(await left()).toBe(8);
  });

  it('is listed apart from checks, by reference and page, and neither is found as the other', async () => {
    const { call } = await apiProgram(server);
    const check = await call('POST', '/checks', { address: SIDE, asset: 'USDT', network: 'TRX', reference: 'one' });
    const made = [];
    for (const reference of ['one', 'two', 'one']) {
      made.push(String((await call('POST', '/transfers', { ...TRANSFER, reference })).body['id']));
    }
    const idsOf = (body: Record<string, unknown>) => (body['data'] as { id: string }[]).map(({ id }) => id);
    expect(idsOf((await call('GET', '/transfers?reference=one')).body)).toEqual([made[2], made[0]]);
    expect(idsOf((await call('GET', '/checks')).body)).toEqual([check.body['id']]);
    const first = await call('GET', '/transfers?limit=2');
    expect(idsOf(first.body)).toEqual([made[2], made[1]]);
    const rest = await call('GET', `/transfers?limit=2&cursor=${String(first.body['next_cursor'])}`);
    expect(idsOf(rest.body)).toEqual([made[0]]);
    expect(rest.body['next_cursor']).toBeNull();
    expect((await call('GET', `/checks/${made[0]}`)).status).toBe(400);
    expect((await call('GET', `/transfers/trf_${String(check.body['id']).slice(4)}`)).body['code']).toBe('not_found');
  });

  it('is answered once for an idempotency key, and cannot be cancelled when it is over', async () => {
    const { call, left } = await apiProgram(server);
    const headers = { 'idempotency-key': 'deposit-8' };
    const first = await call('POST', '/transfers', TRANSFER, headers);
    const again = await call('POST', '/transfers', TRANSFER, headers);
    expect([again.headers['idempotent-replayed'], again.text]).toEqual(['true', first.text]);
    const other = await call('POST', '/transfers', { ...TRANSFER, direction: 'withdrawal' }, headers);
    expect(other.body).toMatchObject({ status: 422, code: 'idempotency_key_reused' });
    const over = await call('POST', `/transfers/${String(first.body['id'])}/cancel`);
    expect(over.body).toMatchObject({ status: 409, code: 'check_is_over' });
    expect(await left()).toBe(9);
  });

  it.each([
    [{ direction: null }, 'side_required', '/direction', /add "direction": deposit or withdrawal\.$/],
    [{ transaction: NOWHERE }, 'transaction_not_found', '/transaction', /^No record of this transaction is stored/],
    [{ transaction: 'https://example.com/' }, 'invalid_transaction', '/transaction', /no id of a transaction/],
    [{ address: 'TW3e7XyDgpfamBg3ZArAkH8qo7vW6HFdC2' }, 'no_such_payment', '/address', /received no USDT/],
    [{ address: 'T1' }, 'invalid_address', '/address', /./],
    [{ asset: 'NOPE' }, 'unknown_asset', '/asset', /./],
    [{ network: null }, 'network_required', '/network', /^USDT is on .*TRX/],
  ])('refuses %j as %s, spending nothing', async (change, code, pointer, detail) => {
    const { call, left } = await apiProgram(server);
    const refused = await call('POST', '/transfers', { ...TRANSFER, ...change });
    expect(refused.body).toMatchObject({ status: 422, code, pointer, detail: expect.stringMatching(detail) });
    expect(refused.headers['content-type']).toContain('application/problem+json');
    expect(await left()).toBe(10);
    expect((await call('GET', '/transfers')).body['data']).toEqual([]);
  });

  it('needs the address or the direction', async () => {
    const { call } = await apiProgram(server);
    const refused = await call('POST', '/transfers', { ...TRANSFER, address: null, direction: null });
    expect(refused.body).toMatchObject({ status: 400, code: 'invalid_request', pointer: '/direction' });
  });

  it('counts for the limit of the key', async () => {
    const { call, left } = await apiProgram(server, { monthly_limit: 1 });
    await call('POST', '/transfers', TRANSFER);
    const second = await call('POST', '/transfers', { ...TRANSFER, direction: 'withdrawal' });
    expect(second.body).toMatchObject({ status: 402, code: 'key_limit_reached' });
    expect((await call('POST', '/transfers', TRANSFER)).status).toBe(201);
    expect(await left()).toBe(9);
  });

  it('reports its end by an event that holds it', async () => {
    const { call } = await apiProgram(server, { scopes: ['checks:read', 'checks:write', 'webhooks'] });
    const { body: made } = await call('POST', '/transfers', TRANSFER);
    const { body } = await call('GET', `/events?object_id=${String(made['id'])}`);
    expect(body['data']).toMatchObject([{ type: 'transfer.completed', mode: 'live', data: made }]);
  });

  it('is the check that the site shows', async () => {
    const { call, member } = await apiProgram(server);
    await call('POST', '/transfers', TRANSFER);
    const { data } = await member.post('/api/monitor/check-transaction', DEPOSIT);
    expect(data).toMatchObject({ charged: false, asset: { payment: { transaction_id: PAID } } });
  });
});

describe('a transfer by test key', () => {
  const ofNetwork = testTransactions().filter(({ network }) => network === 'TRX');

  it.each(ofNetwork)('answers $outcome as it is published, marked, and spends nothing', async ({ id, outcome, to }) => {
    const { call, sub } = await apiProgram(server, { mode: 'test' });
    const { status, body } = await call('POST', '/transfers', {
      ...{ transaction: id, asset: 'USDT', network: 'TRX', direction: 'deposit', wait_seconds: 4 },
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({ mode: 'test', object: 'transfer', address: to, charged: false });
    expect(body['certificate_url']).toBeNull();
    const stars = /^star_(\d)$/.exec(outcome)?.[1];
    if (stars !== undefined) expect(body['stars']).toBe(Number(stars));
    if (outcome === 'sanctioned') expect(body['stars']).toBe(1);
    expect(body['status']).toBe(outcome === 'failing' ? 'failed' : 'completed');
    expect((await inWorkspace(sub, () => ledger.stateOf(server.pool, sub))).checks).toBe(10);
  });

  it('is of either side, and refuses other sides and other transactions', async () => {
    const { call } = await apiProgram(server, { mode: 'test' });
    const [{ id, from, to } = { id: '', from: '', to: '' }] = ofNetwork;
    const wish = { transaction: id, asset: 'USDT', network: 'TRX' };
    const directionOf = async (address: string) =>
      ((await call('POST', '/transfers', { ...wish, address })).body['payment'] as { direction: string }).direction;
    expect([await directionOf(from), await directionOf(to)]).toEqual(['withdrawal', 'deposit']);
    const codeOf = async (change: object) => (await call('POST', '/transfers', { ...wish, ...change })).body['code'];
    expect(await codeOf({ address: from, direction: 'deposit' })).toBe('no_such_payment');
    expect(await codeOf({ address: SIDE })).toBe('no_such_payment');
    expect(await codeOf({ transaction: PAID, direction: 'deposit' })).toBe('test_transaction_required');
    expect(await codeOf({ transaction: '?', direction: 'deposit' })).toBe('invalid_transaction');
  });

  it('can be cancelled while it runs, with one event of its end', async () => {
    const { call } = await apiProgram(server, { mode: 'test', scopes: ['checks:read', 'checks:write', 'webhooks'] });
    const slow = ofNetwork.find(({ outcome }) => outcome === 'slow')?.id;
    const { body: made } = await call('POST', '/transfers', {
      ...{ transaction: slow, asset: 'USDT', network: 'TRX', direction: 'deposit', wait_seconds: 0 },
    });
    expect(made).toMatchObject({ status: 'running', payment: { transaction_id: slow, amount: null } });
    const { body } = await call('POST', `/transfers/${String(made['id'])}/cancel`);
    expect(body).toMatchObject({ status: 'failed', failure: { code: 'check_cancelled' } });
    const events = await call('GET', `/events?object_id=${String(made['id'])}`);
    expect(events.body['data']).toMatchObject([{ type: 'transfer.failed', data: body }]);
  });
});

import { CheckV1, TEST_OUTCOMES } from '@assay/contracts/v1';
import { ASSETS, NETWORK_IDS, NETWORKS } from '@assay/domain';
import { describe, expect, it } from 'vitest';
import { BTC_ADDRESS, TRON_ADDRESS } from '../../src/modules/checks/checks/test/check-fixture.ts';
import { auditLedger } from '../../src/modules/money/index.ts';
import { useAuthApp } from '../support/auth-app.ts';
import { addressOf, programsOf } from './test-mode-programs.ts';

const server = useAuthApp();
const program = programsOf(server);
const nativeOf = (network: string) => ASSETS.find((asset) => asset.network === network && asset.parent === null);

describe('a check by a test key', () => {
  it.each([
    ['star_1', { status: 'completed', stars: 1, verdict: 'high' }],
    ['star_2', { status: 'completed', stars: 2, verdict: 'high' }],
    ['star_3', { status: 'completed', stars: 3, verdict: 'medium' }],
    ['star_4', { status: 'completed', stars: 4, verdict: 'low' }],
    ['star_5', { status: 'completed', stars: 5, verdict: 'low' }],
    ['not_rated', { status: 'completed', stars: null, score: null, not_rated_reason: 'no_records' }],
    ['sanctioned', { status: 'completed', stars: 1, labels: [{ category: 'sanctions' }] }],
    ['frozen', { status: 'completed', stars: 1, labels: [{ category: 'issuer_frozen' }] }],
    ['slow', { status: 'running', stars: null, progress: expect.any(Number) }],
    ['failing', { status: 'failed', stars: null, failure: { code: 'check_failed' } }],
    ['out_of_coverage', { status: 'completed', stars: null, not_rated_reason: 'not_traceable' }],
  ])('answers %s as published, marked and without a link', async (outcome, expected) => {
    const { test } = await program();
    const address = await addressOf(test, 'TRX', outcome);
    const made = await test('POST', '/checks', {
      address,
      asset: 'USDT',
      network: 'TRX',
      wait_seconds: 0,
      reference: 'deposit-1',
      expand: 'evidence',
    });
    expect(made.status, made.text).toBe(201);
    expect(made.body).toMatchObject({
      ...expected,
      mode: 'test',
      charged: false,
      address,
      asset: 'USDT',
      network: 'TRX',
      reference: 'deposit-1',
      result_url: null,
      report_url: null,
      certificate_url: null,
    });
    const check = CheckV1.parse(made.body);
    for (const shares of [check.exposures?.incoming, check.exposures?.outgoing]) {
      if (shares === undefined || shares.length === 0) continue;
      expect(shares.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 9);
    }
  });

  it('is possible for every outcome on every network that is followed', async () => {
    const { test } = await program();
    for (const network of NETWORK_IDS) {
      const asset = nativeOf(network)?.ticker ?? ASSETS.find((one) => one.network === network)?.ticker;
      for (const outcome of TEST_OUTCOMES) {
        const address = await addressOf(test, network, outcome);
        const made = await test('POST', '/checks', { address, asset, network, wait_seconds: 0 });
        expect([made.status, made.body['network'], made.body['mode']], `${made.text} ${network} ${outcome}`).toEqual([
          201,
          network,
          'test',
        ]);
        CheckV1.parse(made.body);
      }
    }
    expect(Object.keys(NETWORKS)).toHaveLength(20);
  });

  it('runs for some seconds at the slow address, is waited for, and ends with stars', async () => {
    const { test } = await program();
    const wanted = { address: await addressOf(test, 'BTC', 'slow'), asset: 'BTC' };
    const waited = await test('POST', '/checks', wanted);
    expect(waited.body).toMatchObject({ status: 'completed', stars: 5 });
    const begun = await test('POST', '/checks', { ...wanted, wait_seconds: 0 });
    expect(begun.body).toMatchObject({ status: 'running', stars: null });
    const path = `/checks/${String(begun.body['id'])}`;
    expect((await test('GET', path)).headers['etag']).toBeUndefined();
    server.passTime(10_000);
    const done = await test('GET', path);
    expect(done.body).toMatchObject({ status: 'completed', stars: 5, progress: 1 });
    const unchanged = await test('GET', path, undefined, { 'if-none-match': String(done.headers['etag']) });
    expect([unchanged.status, unchanged.text]).toEqual([304, '']);
    const late = await test('POST', `${path}/cancel`);
    expect([late.status, late.body['code']]).toEqual([409, 'check_is_over']);
  });

  it('is cancelled while it runs', async () => {
    const { test } = await program();
    const address = await addressOf(test, 'BTC', 'slow');
    const begun = await test('POST', '/checks', { address, asset: 'BTC', wait_seconds: 0 });
    const path = `/checks/${String(begun.body['id'])}`;
    const cancelled = await test('POST', `${path}/cancel`);
    expect(cancelled.body).toMatchObject({ status: 'failed', failure: { code: 'check_cancelled' } });
    server.passTime(10_000);
    expect((await test('GET', path)).body).toEqual(cancelled.body);
    expect((await test('POST', `${path}/cancel`)).status).toBe(409);
  });

  it('refuses every other address, names one that works, and answers none of what live checks know', async () => {
    const { test } = await program();
    const real = await test('POST', '/checks', { address: BTC_ADDRESS, asset: 'BTC' });
    expect([real.status, real.body['code'], real.body['pointer']]).toEqual([422, 'test_address_required', '/address']);
    expect(real.body['detail']).toContain(await addressOf(test, 'BTC', 'star_5'));
    // The address of an outcome on another network of the same form is none of this one.
    const elsewhere = await test('POST', '/checks', {
      address: await addressOf(test, 'BSC', 'star_5'),
      asset: 'ETH',
      network: 'ETH',
    });
    expect([elsewhere.status, elsewhere.body['code']]).toEqual([422, 'test_address_required']);
    const unfollowed = await test('POST', '/checks', { address: 'not an address', asset: 'ADA' });
    expect([unfollowed.status, unfollowed.body['code']]).toEqual([422, 'invalid_address']);
    const secret = await test('POST', '/checks', { address: `${'abandon '.repeat(11)}about`, asset: 'BTC' });
    expect([secret.status, secret.body['code']]).toEqual([422, 'secret_not_address']);
    const unnamed = await test('POST', '/checks', { address: TRON_ADDRESS, asset: 'USDT' });
    expect([unnamed.status, unnamed.body['code']]).toEqual([422, 'network_required']);
    expect((await test('GET', '/checks')).body['data']).toEqual([]);
  });

  it('is out of coverage for every address of a network that is not followed, as a live one is', async () => {
    const { test } = await program();
    const made = await test('POST', '/checks', {
      address:
        'addr1qxnv5u3vrx2t37h3u27qd5ukgcjmrl4f8mu9f5sza3h20cxsfjh80un9kvlggfcdw8fp5kqp9tztqnee9msd0qsafhdsyqclvk',
      asset: 'ADA',
    });
    expect([made.status, made.body['not_rated_reason'], made.body['network']]).toEqual([201, 'not_traceable', 'ADA']);
  });

  it('finds an address in any form that its network knows', async () => {
    const { test } = await program();
    const address = await addressOf(test, 'ETH', 'star_3');
    const made = await test('POST', '/checks', {
      address: `0x${address.slice(2).toUpperCase()}`,
      asset: 'ETH',
      network: 'ETH',
    });
    expect([made.status, made.body['address'], made.body['stars']]).toEqual([201, address, 3]);
  });
});

describe('the two modes', () => {
  it('never spend, count, list, find or repeat what is of the other one', async () => {
    const { test, live, sub, member } = await program();
    const key = { 'idempotency-key': 'deposit-1' };
    const address = await addressOf(test, 'BTC', 'star_5');
    const tested = await test('POST', '/checks', { address, asset: 'BTC', reference: 'same' }, key);
    const real = await live('POST', '/checks', { address: BTC_ADDRESS, asset: 'BTC', reference: 'same' }, key);
    expect([tested.status, tested.body['mode'], real.status, real.body['mode']]).toEqual([201, 'test', 201, 'live']);
    expect((await test('POST', '/checks', { address, asset: 'BTC', reference: 'same' }, key)).text).toBe(tested.text);

    for (const [calls, own, other] of [
      [test, tested, real],
      [live, real, tested],
    ] as const) {
      for (const query of ['', '?reference=same']) {
        const { data } = (await calls('GET', `/checks${query}`)).body as { data: { id: string }[] };
        expect(data.map(({ id }) => id)).toEqual([own.body['id']]);
      }
      const path = `/checks/${String(other.body['id'])}`;
      expect([(await calls('GET', path)).status, (await calls('POST', `${path}/cancel`)).status]).toEqual([404, 404]);
    }
    expect((await live('GET', '/usage')).body).toMatchObject({ mode: 'live', checks_left: 9, key: { spent: 1 } });
    expect((await test('GET', '/usage')).body).toMatchObject({
      mode: 'test',
      checks_left: null,
      key: { scopes: ['checks:read', 'checks:write'], spent: 0, monthly_limit: null },
    });
    expect((await member.get('/api/monitor/history')).data).toMatchObject([{ address: BTC_ADDRESS }]);
    const { rows } = await server.pool.query<{ checks: number }>(
      'SELECT count(*)::integer AS checks FROM checks WHERE owner = $1',
      [sub],
    );
    expect(rows).toEqual([{ checks: 1 }]);
    expect(await auditLedger(server.pool)).toEqual([]);
  });

  it('hold without check credits: a test key spends none, and gives none to the live one', async () => {
    const { test, live, sub } = await program();
    const before = await ledgerRows(sub);
    const address = await addressOf(test, 'BTC', 'star_5');
    for (let count = 0; count < 12; count += 1) {
      expect((await test('POST', '/checks', { address, asset: 'BTC' })).status).toBe(201);
    }
    expect(await ledgerRows(sub)).toBe(before);
    // A live key pays for the same address as for any other, whatever test mode answers.
    const real = await live('POST', '/checks', { address, asset: 'BTC' });
    expect(real.body).toMatchObject({ mode: 'live', charged: true, method_version: '1' });
    expect((await live('GET', '/usage')).body['checks_left']).toBe(9);
  });

  it('are of one workspace each: another one finds nothing', async () => {
    const mine = await program();
    const other = await program();
    const address = await addressOf(mine.test, 'BTC', 'star_5');
    const { body } = await mine.test('POST', '/checks', { address, asset: 'BTC' });
    expect((await other.test('GET', `/checks/${String(body['id'])}`)).status).toBe(404);
    expect((await other.test('GET', '/checks')).body['data']).toEqual([]);
    expect((await mine.test('GET', `/checks/${String(body['id'])}`)).status).toBe(200);
  });

  it('ask for the same scopes', async () => {
    const { callsOf } = await program();
    const reader = await callsOf('test', ['checks:read']);
    const refused = await reader('POST', '/checks', {
      address: await addressOf(reader, 'BTC', 'star_5'),
      asset: 'BTC',
    });
    expect([refused.status, refused.body['code']]).toEqual([403, 'missing_scope']);
  });

  it('page alike: every test check once, the newest first', async () => {
    const { test } = await program();
    const address = await addressOf(test, 'BTC', 'star_5');
    for (let count = 0; count < 5; count += 1) {
      await test('POST', '/checks', { address, asset: 'BTC', reference: `r-${count}` });
    }
    const seen: unknown[] = [];
    for (let query = '?limit=2'; ; ) {
      const page = await test('GET', `/checks${query}`);
      seen.push(...(page.body['data'] as { reference: string }[]).map(({ reference }) => reference));
      const { next_cursor: next } = page.body;
      if (typeof next !== 'string') break;
      query = `?limit=2&cursor=${next}`;
    }
    expect(seen).toEqual(['r-4', 'r-3', 'r-2', 'r-1', 'r-0']);
  });
});

async function ledgerRows(sub: string): Promise<number> {
  const { rows } = await server.pool.query<{ rows: number }>(
    `SELECT count(*)::integer AS rows FROM ledger_entries e
      WHERE e.tariff IN (SELECT t.id FROM ledger_tariffs t JOIN ledger_holders h ON h.id = t.holder WHERE h.sub = $1)`,
    [sub],
  );
  return rows[0]?.rows ?? 0;
}

import { CheckAsset } from '@assay/contracts';
import { describe, expect, it } from 'vitest';
import {
  BTC_ADDRESS,
  BTC_CHECK,
  NA_CHECK,
  postCheck,
  signedIn,
} from '../../src/modules/checks/checks/test/check-fixture.ts';
import { useTestApp } from '../../src/modules/checks/checks/test/use-test-app.ts';

describe('POST /monitor/check, answered 200', () => {
  const server = useTestApp();

  async function readState(subId: string) {
    const answer = await server.app.inject({ url: `/api/monitor/check/${subId}` });
    return { status: answer.statusCode, data: answer.json().data };
  }

  it('[API-09] answers the user and the check with its id, [BIZ-01] and takes one check', async () => {
    const { status, body } = await postCheck(server.app);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      status: 'done',
      charged: true,
      user: { email: 'demo@localhost', sub: 'demo', checks: 9 },
      asset: { ticker: 'BTC', parent: null, address: BTC_ADDRESS, name: 'Bitcoin', riskscore: 5 },
    });
    expect(body.data.asset.sub_id).toMatch(/^[0-9a-f]{32}$/);
  });

  it('[RISK-01] opens the result by its id without an account, [ENT-10] [RISK-12] in the contract’s shape', async () => {
    const { body } = await postCheck(server.app);
    const { status, data } = await readState(body.data.asset.sub_id);
    expect(status).toBe(200);
    expect(data.status).toBe('done');
    expect(CheckAsset.parse(data.asset)).toEqual(data.asset);
    expect(data.asset.signals.bwd).toEqual({ exchange_licensed: 0.9, unknown_origin: 0.1 });
    expect(data.asset).toMatchObject({
      sub_id: body.data.asset.sub_id,
      tip: { block: '840000', time: '2024-04-20T00:00:00.000Z' },
      label_set_version: '0123456789abcdef',
      connections: { incoming: null, outgoing: null },
    });
    for (const name of ['riskscore', 'ticker', 'parent', 'address', 'created_at', 'signals', 'connections', 'texts']) {
      expect(Object.keys(data.asset)).toContain(name);
    }
    expect(data.asset.signals).toMatchObject({ bwd: expect.any(Object), fwd: expect.any(Object) });
    expect(data.asset.texts).toMatchObject({ headline: expect.stringMatching(/./), text: expect.stringMatching(/./) });
  });

  it('takes nothing for the same address and asset within 24 hours, under a new id', async () => {
    const first = await postCheck(server.app);
    const second = await postCheck(server.app);
    expect(second.body.data.charged).toBe(false);
    expect(second.body.data.user.checks).toBe(first.body.data.user.checks);
    expect(second.body.data.asset.sub_id).not.toBe(first.body.data.asset.sub_id);
  });

  it('[RISK-05] gives the check back when the result is N/A, and shows 0 for it', async () => {
    const before = (await postCheck(server.app)).body.data.user.checks;
    const { status, body } = await postCheck(server.app, NA_CHECK);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ charged: false, user: { checks: before }, asset: { riskscore: 0 } });
    const { data } = await readState(body.data.asset.sub_id);
    expect(data.asset).toMatchObject({
      riskscore: 0,
      total: null,
      verdict: 'not_rated',
      cause: { rule: 'not_rated', reason: 'no_records' },
      signals: { bwd: {}, fwd: {} },
    });
  });

  it('answers N/A for an asset whose network cannot be followed, and takes nothing', async () => {
    const before = (await postCheck(server.app)).body.data.user.checks;
    const monero = '44AFFq5kSiGBoZ4NMDwYtN18obc8AemS33DBLWs3H7otXft3XjrpDtQGv7SqSsaBYBb98uNbr2VBBEt7f2wfn3RVGQBEP3A';
    const { body } = await postCheck(server.app, { address: monero, ticker: 'XMR', parent: null });
    expect(body.data).toMatchObject({ charged: false, user: { checks: before }, asset: { riskscore: 0 } });
    const { data } = await readState(body.data.asset.sub_id);
    expect(data.asset).toMatchObject({ network: null, cause: { rule: 'not_rated', reason: 'not_traceable' } });
  });

  it('counts a stablecoin at par and [RISK-13] lists its connections in USD', async () => {
    const { body } = await postCheck(server.app, {
      address: 'TNXoiAJ3dct8Fjg4M9fkLFh9S2v9TXc32G',
      ticker: 'USDT',
      parent: 'TRX',
    });
    const { data } = await readState(body.data.asset.sub_id);
    expect(data.asset.connections.incoming).toEqual({
      total_usd: 0.15,
      categories: [
        { category: 'exchange_licensed', title: 'Exchange licensed', group: 'low', amount_usd: 0.14 },
        { category: 'unknown_origin', title: 'Unknown origin', group: 'none', amount_usd: 0.02 },
      ],
    });
  });

  it('answers the same check for the same idempotency key and spends once', async () => {
    const address = '1BoatSLRHtKNngkdXEeobR76b53LETtpyT';
    const headers = { 'idempotency-key': 'order-1' };
    const first = await postCheck(server.app, { ...BTC_CHECK, address }, headers);
    const again = await postCheck(server.app, { ...BTC_CHECK, address }, headers);
    expect(again.body.data.asset.sub_id).toBe(first.body.data.asset.sub_id);
    expect(again.body.data.user.checks).toBe(first.body.data.user.checks);
  });

  it('[API-08] suggests assets for a trimmed address in the query, 50 at most', async () => {
    const suggest = async (query: string) => {
      const answer = await server.app.inject({ url: `/api/wallet/suggest?${query}` });
      expect(answer.statusCode).toBe(200);
      return answer.json().data.suggestions;
    };
    expect(await suggest(`address=%20${BTC_ADDRESS}%20`)).toMatchObject([
      { ticker: 'BTC', parent: null, name: 'Bitcoin' },
      { ticker: 'BSV' },
    ]);
    const evm = 'address=0x52908400098527886e0f7030069857d2e4169ee7';
    expect((await suggest(evm)).length).toBeGreaterThan(20);
    expect((await suggest(evm)).length).toBeLessThanOrEqual(50);
    expect(await suggest(`${evm}&limit=2`)).toHaveLength(2);
  });

  it('[API-04] answers who asks', async () => {
    const answer = await server.app.inject({ url: '/api/auth/me', headers: signedIn(server.app) });
    expect(answer.statusCode).toBe(200);
    expect(answer.json().data).toMatchObject({
      email: 'demo@localhost',
      isAdmin: false,
      tariffs: [{ left_checks: 7 }],
    });
  });
});

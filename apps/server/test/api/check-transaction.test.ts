import { CheckAsset, HistoryItem } from '@assay/contracts';
import { describe, expect, it } from 'vitest';
import { signedIn } from '../../src/modules/checks/checks/test/check-fixture.ts';
import { DEPOSIT, PAID, paymentRules, SIDE, UNRATED } from '../../src/modules/checks/checks/test/payment-fixture.ts';
import { useTestApp } from '../../src/modules/checks/checks/test/use-test-app.ts';

describe('POST /monitor/check-transaction', () => {
  const server = useTestApp({ payments: paymentRules() });

  async function post(payload: object, headers: Record<string, string> = signedIn(server.app)) {
    const answer = await server.app.inject({
      ...{ method: 'POST', url: '/api/monitor/check-transaction' },
      headers: { host: 'localhost:3000', 'content-type': 'application/json', ...headers },
      payload,
    });
    return { status: answer.statusCode, body: answer.json() };
  }

  async function get(url: string, headers: Record<string, string> = {}) {
    const answer = await server.app.inject({ url: `/api${url}`, headers: { host: 'localhost:3000', ...headers } });
    return { status: answer.statusCode, body: answer.json() };
  }

  it('answers the check with its payment and takes one check, then none for the same payment', async () => {
    const payment = { transaction_id: PAID, direction: 'deposit' };
    const first = await post(DEPOSIT);
    expect(first.status).toBe(200);
    expect(first.body.data).toMatchObject({
      ...{ status: 'done', charged: true, user: { checks: 9 } },
      asset: { ticker: 'USDT', parent: 'TRX', address: SIDE, riskscore: 5, payment },
    });
    const again = await post(DEPOSIT);
    expect(again.body.data).toMatchObject({ charged: false, user: { checks: 9 } });
  });

  it('opens the result by its id without an account, as a result with a payment, until it is revoked', async () => {
    const { sub_id: id } = (await post(DEPOSIT)).body.data.asset;
    const { status, body } = await get(`/monitor/check/${id}`);
    expect(status).toBe(200);
    expect(CheckAsset.parse(body.data.asset)).toEqual(body.data.asset);
    expect(body.data.asset.payment).toMatchObject({ transaction_id: PAID, direction: 'deposit', moves_in_all: 2 });
    const share = { method: 'DELETE', url: `/api/monitor/check/${id}/share`, headers: signedIn(server.app) } as const;
    expect((await server.app.inject(share)).statusCode).toBe(200);
    expect((await get(`/monitor/check/${id}`)).status).toBe(404);
    expect((await get(`/monitor/check/${id}`, signedIn(server.app))).status).toBe(200);
  });

  it('is in the history with its payment', async () => {
    await post({ ...DEPOSIT, direction: 'withdrawal' });
    const { body } = await get('/monitor/history?page=1&page_size=1', signedIn(server.app));
    const [item] = body.data.items ?? body.data;
    expect(HistoryItem.parse(item).payment).toEqual({ transaction_id: PAID, direction: 'withdrawal' });
  });

  it('is found in the history by a part of its transaction, or by a link to it, and not by another one', async () => {
    await post(DEPOSIT);
    const find = async (search: string) => {
      const url = `/monitor/history/pagination?search=${encodeURIComponent(search)}`;
      return (await get(url, signedIn(server.app))).body.data.items.map((item: HistoryItem) => item.payment);
    };
    const found = expect.arrayContaining([{ transaction_id: PAID, direction: 'deposit' }]);
    expect(await find(PAID.slice(0, 12).toUpperCase())).toEqual(found);
    expect(await find(`https://tronscan.org/#/transaction/${PAID}`)).toEqual(found);
    expect(await find(`USDT ${PAID.slice(-10)}`)).toEqual(found);
    expect(await find(`f${PAID.slice(1, 12)}`)).toEqual([]);
  });

  it('gives the check back where the payment is not rated', async () => {
    const { status, body } = await post({ ...DEPOSIT, transaction: UNRATED });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ charged: false, asset: { riskscore: 0 } });
  });

  it.each([
    [{ ...DEPOSIT, direction: null }, 422, 'TransactionNotRated', /add "direction": deposit or withdrawal\.$/],
    [
      { ...DEPOSIT, transaction: 'e80ace5ab3d5084ebe66a9bddc40b8b2b11ca89eb2479b878fc91dfb3fb1ccd7' },
      422,
      'TransactionNotRated',
      /^No record of this transaction is stored/,
    ],
    [{ ...DEPOSIT, address: 'T1' }, 422, 'InvalidAddress', /./],
    [{ ...DEPOSIT, ticker: 'NOPE' }, 422, 'UnknownAsset', /./],
    [{ ...DEPOSIT, address: null, direction: null }, 400, 'ValidationError', /./],
    [{ ...DEPOSIT, transaction: '' }, 400, 'ValidationError', /./],
  ])('refuses %j', async (payload, status, error, message) => {
    const refused = await post(payload);
    expect([refused.status, refused.body.error.errorName]).toEqual([status, error]);
    expect(refused.body.error.message).toMatch(message);
  });

  it('needs an account', async () => {
    expect((await post(DEPOSIT, {})).status).toBe(401);
  });
});

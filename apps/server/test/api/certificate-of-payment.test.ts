import { type CanonicalResult, parseKeySet, verifyCertificate, verifyPdf } from '@assay/certificate';
import { describe, expect, it } from 'vitest';
import { signedIn } from '../../src/modules/checks/checks/test/check-fixture.ts';
import {
  DEPOSIT,
  PAID,
  paymentRules,
  paymentSnapshot,
  SIDE,
  UNRATED,
} from '../../src/modules/checks/checks/test/payment-fixture.ts';
import { useTestApp } from '../../src/modules/checks/checks/test/use-test-app.ts';
import type { PaymentSnapshot } from '../../src/modules/checks/index.ts';
import { recompute } from '../../src/modules/reports/index.ts';

const server = useTestApp({ payments: paymentRules() });

async function checked(payment: object = DEPOSIT): Promise<string> {
  const answer = await server.app.inject({
    ...{ method: 'POST', url: '/api/monitor/check-transaction', payload: payment },
    headers: { ...signedIn(server.app), 'content-type': 'application/json' },
  });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json().data.asset.sub_id;
}

const get = (path: string, headers: Record<string, string> = {}) =>
  server.app.inject({ url: path, headers: { host: 'localhost:3000', ...headers } });
const certificateOf = (subId: string) => get(`/api/monitor/check/${subId}/certificate.json`);

async function statedOf(subId: string): Promise<CanonicalResult> {
  const { statement }: { statement: { result: CanonicalResult } } = (await certificateOf(subId)).json();
  return statement.result;
}

describe('the certificate of a payment', () => {
  it('is proven by the published keys, for everyone who has the id, and states the payment', async () => {
    const subId = await checked();
    const answer = await certificateOf(subId);
    const keys = parseKeySet((await get('/.well-known/assay-keys.json')).body);
    const report = verifyCertificate(answer.rawPayload, keys);
    expect(report).toMatchObject({ verdict: 'valid' });
    expect(report.result).toMatchObject({
      ...{ schema: 'assay-payment-result/1', text_set: 7, method_version: '2', sub_id: subId, address: SIDE },
      asset: { ticker: 'USDT', network: 'TRX', decimals: 6 },
      payment: {
        ...{ transaction_id: PAID, direction: 'deposit', amount: '1000000000', block: '1', moves_in_all: 2 },
        parties: [
          { address: 'exchange', paid: '1', received: '1' },
          { address: SIDE, paid: '1', received: '1' },
        ],
      },
      incoming: { records: 1, amount: '1000000000' },
      outgoing: { records: 0, rows: [] },
      coverage: { attributed: 1 },
    });
    const again = await certificateOf(subId);
    expect(again.body).toBe(answer.body);
  });

  it('is another one for the other side of the same transaction', async () => {
    const [deposit, withdrawal] = [await checked(), await checked({ ...DEPOSIT, direction: 'withdrawal' })];
    expect(deposit).not.toBe(withdrawal);
    const stated = await statedOf(withdrawal);
    expect(stated.payment).toMatchObject({ transaction_id: PAID, direction: 'withdrawal' });
    expect(stated.incoming.records).toBe(0);
  });

  it('is in the PDF report, which is proven whole, and in the picture of its link', async () => {
    const subId = await checked();
    const pdf = await get(`/api/monitor/pdf/${subId}`);
    const keys = parseKeySet((await get('/.well-known/assay-keys.json')).body);
    const report = verifyPdf(new Uint8Array(pdf.rawPayload), { keys, now: Date.now() });
    expect(report).toMatchObject({ verdict: 'valid', result: { payment: { transaction_id: PAID } } });
    const picture = await get(`/api/monitor/check/${subId}/preview.png`);
    expect([picture.statusCode, picture.headers['content-type']]).toEqual([200, 'image/png']);
  });

  it('exists for a payment that is not rated', async () => {
    const stated = await statedOf(await checked({ ...DEPOSIT, transaction: UNRATED }));
    expect(stated.score).toMatchObject({ stars: 0, total: null, rule: 'not_rated' });
  });

  it('is gone with the sharing of its result, but for the owner, and so is its report', async () => {
    const subId = await checked();
    await certificateOf(subId);
    const url = `/api/monitor/check/${subId}/share`;
    await server.app.inject({ method: 'DELETE', url, headers: signedIn(server.app) });
    for (const path of [`check/${subId}/certificate.json`, `pdf/${subId}`, `check/${subId}/preview.png`]) {
      expect((await get(`/api/monitor/${path}`)).statusCode, path).toBe(404);
      expect((await get(`/api/monitor/${path}`, signedIn(server.app))).statusCode, path).toBe(200);
    }
  });

  it('has no stars by the other version of the method, which rates no payments', async () => {
    const subId = await checked();
    const answer = await get(`/api/monitor/check/${subId}/by-other-version`, signedIn(server.app));
    expect([answer.statusCode, answer.json().error.errorName]).toEqual([404, 'NotFound']);
  });
});

describe('the recomputation of the certificate of a payment', () => {
  const again = (stated: CanonicalResult, change: Partial<PaymentSnapshot> = {}) =>
    recompute(
      {
        snapshotsOf: () => (_asset, work) => work({ ...paymentSnapshot, ...change }),
        engineOf: (version) => (version === '2' ? paymentRules().engine : null),
        readings: { readingOf: async () => expect.fail('an imported check asks for no reading') },
        prices: { modeOf: async () => 'none', pricesOf: () => Promise.reject(new Error('nobody asks for days')) },
      },
      stated,
      new AbortController().signal,
    );

  it('is equal, to the last byte, on the same labels and records, for both sides', async () => {
    for (const direction of ['deposit', 'withdrawal']) {
      const stated = await statedOf(await checked({ ...DEPOSIT, direction }));
      expect(await again(stated)).toMatchObject({ outcome: 'equal', inputs: [], parts: [] });
    }
  });

  it.each([
    ['the other side', { direction: 'withdrawal' }, 'outgoing'],
    ['another amount', { amount: '1' }, 'payment'],
    ['another time', { time: '2020-01-01T00:00:00.000Z' }, 'payment'],
    ['other parties', { parties: [] }, 'payment'],
  ] as const)('comes out otherwise for a statement that names %s', async (_what, change, part) => {
    const stated = await statedOf(await checked());
    const payment = { ...(stated.payment ?? expect.fail('no payment')), ...change };
    const { outcome, parts } = await again({ ...stated, payment });
    expect(outcome).toBe('different');
    expect(parts).toContain(part);
  });

  it('cannot be done where the records have no such payment, and says so', async () => {
    const stated = await statedOf(await checked());
    const payment = { ...(stated.payment ?? expect.fail('no payment')), transaction_id: '0'.repeat(64) };
    const text = expect.stringContaining('have no such payment');
    const none = { outcome: 'not_possible', inputs: [{ input: 'records', text }], result: null };
    expect(await again({ ...stated, payment })).toMatchObject(none);
    expect(await again({ ...stated, address: 'stranger' })).toMatchObject(none);
    expect(await again(stated, { transactions: null })).toMatchObject(none);
  });

  it('cannot be done by version 1 of the method, which rates no payments', async () => {
    const stated = { ...(await statedOf(await checked())), method_version: '1', text_set: 4 };
    expect(await again(stated)).toMatchObject({ outcome: 'not_possible', inputs: [{ input: 'method' }] });
  });

  it('names the label sets that differ', async () => {
    const { origin } = paymentSnapshot;
    const labelSet = { digest: 'f'.repeat(64), sets: [{ name: 'newer-list', digest: 'cd'.repeat(32) }] };
    const stated = await statedOf(await checked());
    const { outcome, inputs } = await again(stated, {
      labelSetVersion: 'f'.repeat(16),
      origin: { ...origin, labelSet },
    });
    expect(outcome).toBe('different');
    expect(inputs).toMatchObject([{ input: 'labels', text: expect.stringContaining('only here: newer-list') }]);
  });
});

import { Counterparties } from '@assay/contracts';
import { beforeAll, describe, expect, it } from 'vitest';
import { BTC_CHECK, postCheck, signedIn, TRON_ADDRESS } from '../../src/modules/checks/checks/test/check-fixture.ts';
import { useTestApp } from '../../src/modules/checks/checks/test/use-test-app.ts';
import { appendTransfers, ensureLedger } from '../../src/modules/records/index.ts';
import { inTransaction } from '../../src/platform/db/index.ts';

const USDT = { ticker: 'USDT', parent: 'TRX', subticker: null, name: 'Tether', address: TRON_ADDRESS };
/** Before the last record of the result, and after it. */
const [BEFORE, AFTER] = [1_700_000_000, 1_720_000_000];

describe('the counterparties of a result', () => {
  const server = useTestApp();

  beforeAll(async () => {
    const move = (from: string, to: string, amount: bigint, time: number, index: number) => ({
      ...({ block: time, transactionIndex: 0, transactionId: `t${index}`, kind: 'token', index, ordinal: 0 } as const),
      ...{ from, to, amount, time },
    });
    for (const ticker of ['USDT', 'USDC']) {
      const ledger = await ensureLedger(server.pool, 'TRX', ticker);
      const add = [
        move('=payer', TRON_ADDRESS, 5_000_000n, BEFORE, 0),
        move('other', TRON_ADDRESS, 2_500_000n, BEFORE + 1, 1),
        move('=payer', TRON_ADDRESS, 1n, BEFORE + 2, 2),
        move(TRON_ADDRESS, 'payee', 7n, BEFORE + 3, 3),
        move('late', TRON_ADDRESS, 9_000_000n, AFTER, 4),
      ];
      await inTransaction(server.pool, (client) => appendTransfers(client, ledger, { add }));
    }
  });

  async function newCheck(body: unknown = USDT): Promise<string> {
    return (await postCheck(server.app, body)).body.data.asset.sub_id;
  }

  async function read(subId: string, query = '', headers: Record<string, string> = signedIn(server.app)) {
    const url = `/api/monitor/check/${subId}/counterparties${query}`;
    return server.app.inject({ url, headers: { host: 'localhost:3000', ...headers } });
  }

  async function ready(subId: string, query = '', headers?: Record<string, string>) {
    for (;;) {
      const answer = await read(subId, query, headers);
      expect(answer.statusCode).toBe(200);
      const data = Counterparties.parse(answer.json().data);
      if (data.status === 'ready') return data;
      if (data.status === 'none') throw new Error(`there are none: ${data.reason}`);
    }
  }

  it('are listed up to the last record that the result counts, with dollars and shares', async () => {
    const data = await ready(await newCheck());
    expect(data.until).toBe(new Date((BEFORE + 3) * 1000).toISOString());
    expect(data.items.map(({ address, amount, records, usd }) => [address, amount, records, usd])).toEqual([
      ['=payer', '5000001', 2, 5],
      ['other', '2500000', 1, 2.5],
    ]);
    expect(data.items.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 9);
    expect(data.totals.outgoing).toEqual({ amount: '7', records: 1, usd: 0, parties: 1 });
    expect(data.also_seen).toEqual([
      expect.objectContaining({ ticker: 'USDC', network: 'TRX', parent: 'TRX', records: 5 }),
      expect.objectContaining({ ticker: 'USDT', network: 'TRX', records: 5 }),
    ]);
  });

  it('are read page by page', async () => {
    const subId = await newCheck();
    const first = await ready(subId, '?limit=1');
    expect(first.next).not.toBeNull();
    const second = await ready(subId, `?limit=1&cursor=${first.next}`);
    expect([...first.items, ...second.items].map(({ address }) => address)).toEqual(['=payer', 'other']);
    expect(second.next).toBeNull();
  });

  it('are computed for the owner only; a visitor of a shared result sees what was opened', async () => {
    const subId = await newCheck({ ...USDT, ticker: 'USDC', name: 'USD Coin' });
    const visitor = (await read(subId, '', {})).json().data;
    expect(visitor).toMatchObject({ status: 'none', reason: 'not_opened' });
    const own = await ready(subId);
    expect(await ready(subId, '', {})).toEqual(own);
    const share = {
      method: 'DELETE',
      url: `/api/monitor/check/${subId}/share`,
      headers: signedIn(server.app),
    } as const;
    expect((await server.app.inject(share)).statusCode).toBe(200);
    expect((await read(subId, '', {})).statusCode).toBe(404);
    expect((await read(subId)).statusCode).toBe(200);
  });

  it('are a file for the owner, whose cells no spreadsheet runs, and for nobody else', async () => {
    const subId = await newCheck();
    const file = await read(subId, '/export?sort=label');
    expect(file.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(file.headers['content-disposition']).toContain(`counterparties-incoming-${subId.slice(0, 8)}.csv`);
    const [header, ...lines] = file.body.trimEnd().split('\r\n');
    expect(header).toMatch(/^direction,address,party,/);
    expect(lines.map((line) => line.split(',').slice(0, 2))).toEqual([
      ['incoming', "'=payer"],
      ['incoming', 'other'],
    ]);
    expect((await read(subId, '/export', {})).statusCode).toBe(401);
    await server.pool.query("UPDATE checks SET owner = 'operator' WHERE sub_id = $1", [subId]);
    expect((await read(subId, '/export')).statusCode).toBe(404);
  });

  it('say what to write instead of a query that cannot be read', async () => {
    const subId = await newCheck();
    for (const [query, field] of [
      ['?cursor=nonsense', 'cursor'],
      ['?from=2024-02-31', 'from'],
      ['?least=much', 'least'],
      ['?sort=size', 'sort'],
    ]) {
      const answer = await read(subId, query);
      expect(answer.statusCode, query).toBe(400);
      expect(JSON.stringify(answer.json()), query).toContain(field);
    }
    expect((await read('0'.repeat(32))).statusCode).toBe(404);
  });

  it('refuse an end of a page that no page has given, whatever its value', async () => {
    const subId = await newCheck();
    await ready(subId);
    const cursorOf = (...end: readonly unknown[]) => Buffer.from(JSON.stringify(end)).toString('base64url');
    for (const [sort, value, party] of [
      ['records', '9'.repeat(20), 1],
      ['first', '9'.repeat(30), 1],
      ['last', '9'.repeat(30), 1],
      ['amount', '9'.repeat(61), 1],
      ['amount', '-1', 1],
      ['label', 'a\u0000b', 1],
      ['label', 'a', 1e300],
      ['label', 'a', 'b'],
    ]) {
      const answer = await read(subId, `?sort=${sort}&cursor=${cursorOf(sort, value, party)}`);
      expect(answer.statusCode, `${sort} ${value}`).toBe(400);
      expect(answer.json().error.fields).toMatchObject([{ field: 'cursor' }]);
    }
    for (const [sort, value] of [
      ['amount', '9'.repeat(60)],
      ['records', '2147483647'],
      ['first', String(Number.MAX_SAFE_INTEGER)],
      ['label', '€'.repeat(200)],
    ]) {
      const answer = await read(subId, `?sort=${sort}&cursor=${cursorOf(sort, value, Number.MAX_SAFE_INTEGER)}`);
      expect(answer.statusCode, `${sort} ${value}`).toBe(200);
    }
  });

  it('are none, with the reason, where no record names the address', async () => {
    const { data } = (await read(await newCheck(BTC_CHECK))).json();
    expect(data).toMatchObject({ status: 'none', reason: 'no_records' });
  });
});

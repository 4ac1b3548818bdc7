import { HistoryItem } from '@assay/contracts';
import { beforeAll, describe, expect, it } from 'vitest';
import { NA_CHECK, postCheck, signedIn, TRON_ADDRESS } from '../../src/modules/checks/checks/test/check-fixture.ts';
import { useTestApp } from '../../src/modules/checks/checks/test/use-test-app.ts';
import { type HistorySketch, writeHistory } from './history-rows.ts';

const OWNER = 'demo';

describe('GET /monitor/history and its pages, answered 200', () => {
  const server = useTestApp();

  async function get(url: string, headers: Record<string, string> = {}) {
    const answer = await server.app.inject({
      url: `/api/monitor/${url}`,
      headers: { ...signedIn(server.app), ...headers },
    });
    return { status: answer.statusCode, headers: answer.headers, text: answer.body, json: () => answer.json().data };
  }
  const page = async (query: string, headers?: Record<string, string>) =>
    (await get(`history/pagination${query}`, headers)).json();
  const daysOf = (items: readonly HistoryItem[]) => items.map(({ created_at }) => created_at.slice(0, 10));

  beforeAll(async () => {
    const sketches: HistorySketch[] = Array.from({ length: 40 }, (_, at) => ({
      owner: OWNER,
      createdAt: new Date(Date.UTC(2026, 0, 1 + at, 23, 30)).toISOString(),
      address: `1Addr${String(at).padStart(4, '0')}`,
      riskscore: at % 6,
    }));
    await writeHistory(server.pool, [
      ...sketches,
      {
        owner: OWNER,
        ticker: 'USDT',
        parent: 'TRX',
        name: 'Tether',
        address: 'T100%_done',
        createdAt: '2026-02-20T12:00:00Z',
      },
      { owner: 'somebody', address: 'NotYours', createdAt: '2026-02-21T12:00:00Z' },
    ]);
  });

  it('[API-12] returns 15 of them by default, the newest first, and the number of pages', async () => {
    const { items, meta } = await page('');
    expect(meta).toEqual({ totalPages: 3, total: 41, page: 1, offset: 15 });
    expect(items).toHaveLength(15);
    expect(items[0]).toMatchObject({ ticker: 'USDT', created_at: '2026-02-20T12:00:00.000Z' });
    expect((await page('?page=3')).items).toHaveLength(11);
    expect(await page('?page=4')).toMatchObject({ items: [], meta: { totalPages: 3, page: 4 } });
    const small = await page('?offset=10&page=2');
    expect(small.meta).toMatchObject({ totalPages: 5, offset: 10 });
    expect(daysOf(small.items)[0]).toBe('2026-01-31');
  });

  it('[ENT-09] returns every field of an item, as the contract defines it', async () => {
    const { items } = await page('?offset=1');
    expect(HistoryItem.parse(items[0])).toEqual(items[0]);
    expect(items[0]).toEqual({
      sub_id: expect.stringMatching(/^[0-9a-f]{32}$/),
      ticker: 'USDT',
      parent: 'TRX',
      subticker: null,
      name: 'Tether',
      address: 'T100%_done',
      riskscore: 5,
      created_at: '2026-02-20T12:00:00.000Z',
    });
  });

  it.each([
    ['usdt', 1],
    ['USD tether', 1],
    ['trx', 1],
    ['teth', 1],
    ['1ADDR0007', 1],
    ['addr003', 10],
    ['btc', 40],
    // A random id has no such letter.
    ['bitcoin r0007', 1],
    ['addr0007 addr0008', 0],
    ['notyours', 0],
    ['100%', 1],
    ['_', 1],
    ['%', 1],
    ["'; DROP TABLE checks; --", 0],
    ['\\', 0],
  ])('[API-12] finds %j in ticker, name, parent and address: %i', async (search, total) => {
    const { meta, items } = await page(`?search=${encodeURIComponent(search)}`);
    expect(meta.total).toBe(total);
    expect(items).toHaveLength(Math.min(15, total));
    expect(meta.totalPages).toBe(Math.max(1, Math.ceil(total / 15)));
  });

  it('finds a check by its id, and returns the matches in pages', async () => {
    const { items } = await page('?offset=3');
    const found = await page(`?search=${items[2].sub_id.slice(4, 20).toUpperCase()}`);
    expect(found.items).toEqual([items[2]]);
    const second = await page('?search=bitcoin&offset=15&page=3');
    expect(second).toMatchObject({ meta: { total: 40, totalPages: 3 } });
    expect(second.items).toHaveLength(10);
    expect((await page('?search=bitcoin&page=9')).meta).toMatchObject({ total: 40, totalPages: 3 });
  });

  it('finds a date as it is displayed, in the reader’s time zone', async () => {
    const dates = async (search: string, zone: string) =>
      daysOf((await page(`?search=${encodeURIComponent(search)}`, { 'the-timezone-iana': zone })).items);
    expect(await dates('05 Jan 2026', 'UTC')).toEqual(['2026-01-05']);
    // 23:30 in UTC is the next day in Tallinn.
    expect(await dates('05 Jan 2026', 'Europe/Tallinn')).toEqual(['2026-01-04']);
    expect(await dates('20 feb', 'UTC')).toEqual(['2026-02-20']);
    expect(await dates('usdt Feb 2026', 'UTC')).toEqual(['2026-02-20']);
    expect((await page('?search=jan&offset=50')).items).toHaveLength(31);
    expect((await page('?search=2026&offset=50')).items).toHaveLength(41);
    // A month, since a random id may contain any digits.
    expect((await page('?search=jul')).items).toHaveLength(0);
    expect(await dates('05 Jan 2025', 'UTC')).toEqual([]);
  });

  it('[API-11] lists the newest 100, as the same items', async () => {
    const { status, json } = await get('history');
    expect(status).toBe(200);
    expect(json()).toHaveLength(41);
    expect(json().slice(0, 15)).toEqual((await page('')).items);
  });

  it('exports the whole history as a CSV file', async () => {
    await writeHistory(server.pool, [
      {
        owner: OWNER,
        name: '=HYPERLINK("http://evil","x")',
        address: '@cmd',
        riskscore: 0,
        createdAt: '2026-03-01T00:00:00Z',
      },
    ]);
    const { status, headers, text } = await get('history/export');
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': expect.stringMatching(/^attachment; filename="checks-\d{4}-\d\d-\d\d\.csv"$/),
    });
    const lines = text.split('\r\n');
    expect(lines).toHaveLength(44);
    expect(lines[0]).toBe('id,ticker,network,asset,address,risk_score,checked_at_utc,payment,transaction,checked_by');
    expect(lines[1]).toMatch(
      /,BTC,BTC,"'=HYPERLINK\(""http:\/\/evil"",""x""\)",'@cmd,N\/A,2026-03-01T00:00:00\.000Z,,,$/,
    );
    expect(text).not.toContain('NotYours');
  });

  it('exports what the search finds, with dates of the reader’s time zone', async () => {
    const found = (await page('?search=bitcoin')).meta.total;
    const { status, text } = await get('history/export?search=bitcoin&time_zone=Asia%2FTokyo');
    expect(status).toBe(200);
    expect(found).toBeGreaterThan(0);
    expect(text.trimEnd().split('\r\n')).toHaveLength(1 + found);
    const none = await get('history/export?search=no%20such%20check');
    expect(none.text.trimEnd().split('\r\n')).toHaveLength(1);
    const zone = await get('history/export?search=btc&time_zone=Nowhere');
    expect(zone.status).toBe(200);
  });

  it('[API-10] returns the newest result for an address, in any spelling', async () => {
    const evm = { address: '0x52908400098527886E0F7030069857D2E4169EE7', ticker: 'ETH', parent: null };
    const first = await postCheck(server.app, evm);
    const second = await postCheck(server.app, evm);
    const { status, json } = await get(`result/${evm.address.toLowerCase()}`);
    expect(status).toBe(200);
    expect(json()).toMatchObject({
      status: 'done',
      asset: { sub_id: second.body.data.asset.sub_id, ticker: 'ETH' },
      changes: { previous_sub_id: first.body.data.asset.sub_id, signals: { bwd: [], fwd: [] } },
    });
  });

  it('lists a new check first, also with N/A, and omits failed and running checks', async () => {
    const before = (await page('')).meta.total;
    const rated = await postCheck(server.app, { address: TRON_ADDRESS, ticker: 'USDT', parent: 'TRX' });
    const unrated = await postCheck(server.app, NA_CHECK);
    await server.pool.query(
      `INSERT INTO checks (sub_id, owner, ticker, name, address, status, charged, created_at, finished_at, lease_until)
       VALUES (repeat('0', 32), $1, 'BTC', 'Bitcoin', 'x', 'failed', false, now(), now(), now())`,
      [OWNER],
    );
    const { items, meta } = await page('');
    expect(meta.total).toBe(before + 2);
    expect(items.slice(0, 2).map(({ sub_id, riskscore }: HistoryItem) => [sub_id, riskscore])).toEqual([
      [unrated.body.data.asset.sub_id, 0],
      [rated.body.data.asset.sub_id, 5],
    ]);
  });

  it('returns the changes since the last result to the owner of a check only', async () => {
    const again = await postCheck(server.app, { address: TRON_ADDRESS, ticker: 'USDT', parent: 'TRX' });
    expect(again.body.data.changes).toMatchObject({ riskscore: { before: 5, after: 5 } });
    const url = `/api/monitor/check/${again.body.data.asset.sub_id}`;
    const own = await server.app.inject({ url, headers: signedIn(server.app) });
    expect(own.json().data.changes).toEqual(again.body.data.changes);
    expect((await server.app.inject({ url })).json().data.changes).toBeNull();
  });
});

import { NEWEST_API_VERSION } from '@assay/contracts/v1';
import { describe, expect, it } from 'vitest';
import { BTC_ADDRESS } from '../../src/modules/checks/checks/test/check-fixture.ts';
import { useAuthApp } from '../support/auth-app.ts';
import { batchProgram } from '../support/batches.ts';

const server = useAuthApp();
const BTC = { address: BTC_ADDRESS, asset: 'BTC' };

describe('every answer of the public API', () => {
  it('names its request: the same id in the header and in a problem, and another one each time', async () => {
    const { call } = await batchProgram(server, 3);
    const [made, refused] = [
      await call('POST', '/checks', BTC),
      await call('POST', '/checks', { ...BTC, asset: 'NOPE' }),
    ];
    expect(made.headers['x-request-id']).toMatch(/^[\w-]{16}$/);
    expect(refused.body['request_id']).toBe(refused.headers['x-request-id']);
    expect(refused.headers['x-request-id']).not.toBe(made.headers['x-request-id']);
  });

  it('is by the version of the day its key was made, which stays when the key is replaced', async () => {
    const { member, call, sub } = await batchProgram(server, 3);
    const pinned = async () =>
      (await server.pool.query('SELECT api_version AS version FROM api_keys WHERE workspace = $1', [sub])).rows;
    expect(await pinned()).toEqual([{ version: NEWEST_API_VERSION }]);
    const [{ id }] = (await member.get('/api/developers/keys')).data['keys'] as [{ id: string }];
    await member.post(`/api/developers/keys/${id}/replace`, { former_works_hours: 1 });
    expect(await pinned()).toEqual([{ version: NEWEST_API_VERSION }]);
    expect((await call('GET', '/assets')).headers['assay-version']).toBe(NEWEST_API_VERSION);
  });

  it('says after how many seconds to come back where there were too many requests', async () => {
    const guess = (from: string) =>
      server.app.inject({
        url: '/api/v1/usage',
        remoteAddress: from,
        headers: { authorization: `Bearer aml_live_${'0'.repeat(38)}` },
      });
    for (let tried = 0; tried < 60; tried += 1) expect((await guess('198.51.100.7')).statusCode).toBe(401);
    const refused = await guess('198.51.100.7');
    expect([refused.statusCode, refused.json().code]).toEqual([429, 'rate_limited']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60);
    expect((await guess('198.51.100.8')).statusCode).toBe(401);
  });
});

describe('the largest batch', () => {
  const address = '1MSJaQoRFWuLjYB4s2S4E6PaD1engBZhWf';
  const csv = { 'content-type': 'text/csv' };
  const listOf = (rows: number) =>
    `address,asset,reference\n${Array.from({ length: rows }, (_, index) => `${address},BTC,deposit-${index}\n`).join('')}`;

  it('has 100,000 rows in one request, which are stored before the answer; one more is refused', async () => {
    const { send } = await batchProgram(server, 100, { mode: 'test' });
    const made = await send('POST', '/batches', listOf(100_000), csv);
    expect([made.status, made.body['rows']]).toMatchObject([202, { total: 100_000, waiting: 100_000 }]);
    const more = await send('POST', '/batches', listOf(100_001), csv);
    expect([more.status, more.body['code']]).toEqual([413, 'payload_too_large']);
    await send('POST', `/batches/${String(made.body['id'])}/cancel`);
  }, 180_000);

  it('is judged after the answer, and answered in the order of its rows', async () => {
    server.batches.worker.start();
    const { send, finished } = await batchProgram(server, 100, { mode: 'test' });
    const id = String((await send('POST', '/batches', listOf(10_000), csv)).body['id']);
    expect(await finished(id)).toMatchObject({ rows: { total: 10_000, rated: 10_000 }, progress: 1 });
    const { text } = await send('GET', `/batches/${id}/results?format=csv`);
    const lines = text.trimEnd().split('\r\n').slice(1);
    expect(lines.length).toBe(10_000);
    for (const index of [0, 1, 4_999, 9_999]) {
      expect(lines[index]).toMatch(new RegExp(`^${index + 1},${index + 2},test,rated,.*,deposit-${index},`));
    }
  }, 180_000);
});

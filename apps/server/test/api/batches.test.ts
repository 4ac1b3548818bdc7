import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BTC_ADDRESS } from '../../src/modules/checks/checks/test/check-fixture.ts';
import { auditLedger, ledger } from '../../src/modules/money/index.ts';
import { inWorkspace } from '../../src/platform/kernel/scope.ts';
import { useAuthApp, type Visitor } from '../support/auth-app.ts';

const server = useAuthApp();
const HOME = {
  host: 'localhost:3000',
  'sec-fetch-site': 'same-origin',
  'sec-fetch-mode': 'cors',
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
};

beforeAll(() => server.batches.worker.start());
afterAll(async () => expect(await auditLedger(server.pool)).toEqual([]));

async function member(email: string) {
  const who = await server.signedIn(email);
  const sub = String((await who.get('/api/auth/me')).data['sub']);
  await inWorkspace(sub, () => ledger.topUp(server.pool, sub, 10, server.now()));
  return who;
}

/** Sends a file as the page does. */
async function upload(who: Visitor, body: string, query = '') {
  const cookie = [...who.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const answer = await server.app.inject({
    method: 'POST',
    url: `/api/batches${query}`,
    headers: { ...HOME, cookie, 'content-type': 'text/csv' },
    payload: body,
  });
  return { status: answer.statusCode, body: answer.json() };
}

describe('a batch of a member', () => {
  it('is made of a file, watched, and downloaded by those who may', async () => {
    const who = await member('lists@firm.example');
    const made = await upload(who, `${BTC_ADDRESS},x\n`, '?asset=BTC');
    expect([made.status, made.body.error.errorName]).toEqual([400, 'ValidationError']);
    expect(made.body.error.message).toMatch(/^The list has no column "address"/);
    const { status, body } = await upload(who, `address,note\n${BTC_ADDRESS},=1\n`, '?asset=BTC&name=list.csv');
    expect(status, JSON.stringify(body)).toBe(202);
    const { id } = body.data.batch;
    await expect
      .poll(async () => (await who.get(`/api/batches/${id}`)).data['batch'])
      .toMatchObject({ status: 'completed', name: 'list.csv', rows: { rated: 1 }, checks_charged: 1 });
    expect((await who.get('/api/batches')).data['batches']).toHaveLength(1);
    const csv = await who.get(`/api/batches/${id}/results`);
    expect([csv.status, csv.text.includes(`,'=1\r\n`)]).toEqual([200, true]);
    // What has ended stays as it is.
    for (const act of ['cancel', 'resume']) {
      const answer = await who.post(`/api/batches/${id}/${act}`);
      expect([answer.status, answer.data['batch']]).toMatchObject([200, { status: 'completed' }]);
    }
    const other = await member('other-lists@firm.example');
    expect((await other.get(`/api/batches/${id}`)).status).toBe(404);
    expect((await other.get(`/api/batches/${id}/results`)).status).toBe(404);
    expect((await other.post(`/api/batches/${id}/cancel`)).status).toBe(404);
    // A program of the workspace sees it as well; it has no key of its own.
    const { rows } = await server.pool.query('SELECT api_key, status FROM batches WHERE id = $1', [id]);
    expect(rows).toEqual([{ api_key: null, status: 'completed' }]);
  });

  it('is refused where its rows are more than who never bought may send a day; nothing of it is stored', async () => {
    const who = await server.signedIn('rows@firm.example');
    const { status, body } = await upload(who, `address,asset\n${'x,\n'.repeat(100_000)}`);
    expect([status, body.error.errorName]).toEqual([429, 'TooManyRequests']);
    expect(body.error.message).toMatch(
      /; this body has 100,000 rows\. More are possible at \d{4}-\d\d-\d\d 00:00 UTC, or/,
    );
    expect((await who.get('/api/batches')).data['batches']).toEqual([]);
    const { rows } = await server.pool.query(`SELECT FROM batch_rows WHERE address = 'x'`);
    expect(rows).toEqual([]);
  });

  it('is refused as JSON, from another site, and to a visitor', async () => {
    const who = await member('lists-2@firm.example');
    expect((await who.post('/api/batches', {})).status).toBe(415);
    const foreign = await who.send('POST', '/api/batches', 'x', {
      'content-type': 'text/csv',
      'sec-fetch-site': 'cross-site',
      origin: 'https://evil.example',
    });
    expect(foreign.status).toBe(403);
    expect((await server.client().post('/api/batches', {})).status).toBe(401);
  });
});

import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { UNFINISHED_BATCHES } from '@assay/contracts/v1';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { STORING_WITHIN_MS } from '../../src/modules/api/batches/batch-body.ts';
import { auditLedger, FLEX_TARIFF, ledger } from '../../src/modules/money/index.ts';
import { useAuthApp } from '../support/auth-app.ts';
import { addressOf } from '../support/batch-server.ts';
import { batchProgram } from '../support/batches.ts';
import { untilWaiting } from '../support/lock-waits.ts';
import { companyOf } from './security/acme-fixture.ts';

const server = useAuthApp();
const ROWS = { 'content-type': 'application/x-ndjson' };
const lines = (count: number) =>
  Array.from({ length: count }, (_, index) => `${JSON.stringify({ address: addressOf(index), asset: 'ETH' })}\n`).join(
    '',
  );

beforeAll(() => server.batches.worker.start());
afterAll(async () => expect(await auditLedger(server.pool)).toEqual([]));

describe('a batch with an idempotency key', () => {
  const key = { ...ROWS, 'idempotency-key': 'file-1' };

  it('is made once: a repeat answers the same bytes, another file is refused', async () => {
    const { send, call, finished, left } = await batchProgram(server, 10);
    const first = await send('POST', '/batches', lines(3), key);
    expect(first.status, first.text).toBe(202);
    await finished(String(first.body['id']));
    const again = await send('POST', '/batches', lines(3), key);
    expect([again.status, again.text, again.headers['idempotent-replayed']]).toEqual([202, first.text, 'true']);
    const other = await send('POST', '/batches', lines(4), key);
    expect([other.status, other.body['code']]).toEqual([422, 'idempotency_key_reused']);
    const named = await send('POST', '/batches?name=Other', lines(3), key);
    expect([named.status, named.body['code']]).toEqual([422, 'idempotency_key_reused']);
    expect((await call('GET', '/batches')).body['data']).toHaveLength(1);
    expect(await left()).toBe(7);
    const { rows } = await server.pool.query(`SELECT FROM batches WHERE status = 'receiving'`);
    expect(rows).toEqual([]);
  });

  it('is made once, however many requests arrive at the same moment', async () => {
    const { send, call } = await batchProgram(server, 10);
    const all = await Promise.all(Array.from({ length: 4 }, () => send('POST', '/batches', lines(2), key)));
    expect(new Set(all.filter(({ status }) => status === 202).map(({ body }) => body['id'])).size).toBe(1);
    for (const { status, body } of all) {
      if (status !== 202) expect([status, body['code']]).toEqual([409, 'idempotency_in_progress']);
    }
    expect((await call('GET', '/batches')).body['data']).toHaveLength(1);
  });

  it('is answered with the first batch also where no other could be made', async () => {
    const { send, call } = await batchProgram(server, 10);
    const first = await send('POST', '/batches', lines(1), key);
    expect(first.status, first.text).toBe(202);
    for (let unfinished = 0; unfinished < UNFINISHED_BATCHES; unfinished += 1) await call('POST', '/batches', {});
    const other = await send('POST', '/batches', lines(1), { ...ROWS, 'idempotency-key': 'file-2' });
    expect([other.status, other.body['code']]).toEqual([429, 'too_many_batches']);
    const again = await send('POST', '/batches', lines(1), key);
    expect([again.status, again.text, again.headers['idempotent-replayed']]).toEqual([202, first.text, 'true']);
  });

  it('is free again after a failure', async () => {
    const { send } = await batchProgram(server, 10);
    expect((await send('POST', '/batches', '\n', key)).status).toBe(400);
    expect((await send('POST', '/batches', lines(1), key)).status).toBe(202);
  });

  it('costs nothing again without a key: the same addresses within a day are free', async () => {
    const { send, finished, left } = await batchProgram(server, 10);
    for (let count = 0; count < 2; count += 1) {
      const made = await send('POST', '/batches', lines(3));
      await finished(String(made.body['id']));
    }
    expect(await left()).toBe(7);
  });
});

describe('rows of the same address', () => {
  it('say once that they were charged: the first of them, over all parts and in every format', async () => {
    const { send, call, finished, results } = await batchProgram(server, 10);
    const [first, second] = [0, 1].map((index) => ({ address: addressOf(index), asset: 'ETH' }));
    const opened = await call('POST', '/batches', {});
    const id = String(opened.body['id']);
    const parts = [
      [first, second, first],
      [second, first],
    ];
    for (const [index, rows] of parts.entries()) {
      const body = rows.map((row) => `${JSON.stringify(row)}\n`).join('');
      const { status, text: answer } = await send('PUT', `/batches/${id}/parts/${index}`, body);
      expect(status, answer).toBe(200);
    }
    await call('POST', `/batches/${id}/close`);
    expect(await finished(id)).toMatchObject({ checks_charged: 2, rows: { rated: 5 } });
    const expected = [true, true, false, false, false];
    expect((await results(id)).map(({ charged }) => charged)).toEqual(expected);
    const csv = (await send('GET', `/batches/${id}/results?format=csv`)).text.trim().split(/\r?\n/);
    const column = csv[0]?.split(',').indexOf('charged') ?? -1;
    expect(csv.slice(1).map((line) => line.split(',')[column])).toEqual(expected.map(String));
  });
});

describe('a batch whose owner goes', () => {
  const open = async (sql: string, values: unknown[]) => (await server.pool.query(sql, values)).rows;

  it('is gone with a deleted account: nothing of it is left, and nothing else is spent', async () => {
    const { member, send, sub, until } = await batchProgram(server, 400);
    const made = await send('POST', '/batches', lines(300));
    const id = String(made.body['id']);
    while (Number((await until(id, ['running', 'completed']))['checks_charged']) < 3) await sleep(5);
    const email = String((await member.get('/api/auth/me')).data['email']);
    const deleted = await member.post('/api/account/delete', { email });
    expect(deleted.status, deleted.text).toBe(200);
    expect(await open('SELECT FROM batches WHERE id = $1', [id])).toEqual([]);
    expect(await open('SELECT FROM batch_subjects WHERE batch = $1', [id])).toEqual([]);
    const spent = await open(`SELECT count(*)::integer AS checks FROM checks WHERE charged`, []);
    await sleep(300);
    expect(await open(`SELECT count(*)::integer AS checks FROM checks WHERE charged`, [])).toEqual(spent);
    expect(await open(`SELECT FROM checks WHERE owner = $1`, [sub])).toEqual([]);
    expect(await open(`SELECT FROM checks WHERE status = 'running'`, [])).toEqual([]);
    expect(await auditLedger(server.pool)).toEqual([]);
  });

  it('is gone with a closed company', async () => {
    const owner = await companyOf(server, 'batchfirm');
    const me = (await owner.get('/api/auth/me')).data['workspace'] as { id: string; name: string };
    await ledger.grant(server.pool, {
      sub: me.id,
      tariff: FLEX_TARIFF,
      checks: 400,
      reason: 'operator',
      expiresAt: null,
      key: `batchfirm:${me.id}`,
    });
    const made = await owner.post('/api/developers/keys', { name: 'K', scopes: ['batches'] });
    const authorization = `Bearer ${String(made.data['secret'])}`;
    const batch = await server.app.inject({
      method: 'POST',
      url: '/api/v1/batches',
      headers: { authorization, ...ROWS },
      payload: lines(300),
    });
    expect(batch.statusCode, batch.payload).toBe(202);
    const { id } = batch.json<{ id: string }>();
    while ((await open('SELECT FROM batches WHERE id = $1 AND charged > 2', [id])).length === 0) await sleep(5);
    const closed = await owner.post('/api/workspace/close', { name: me.name });
    expect(closed.status, closed.text).toBe(200);
    expect(await open('SELECT FROM batches WHERE id = $1', [id])).toEqual([]);
    await expect.poll(() => open(`SELECT FROM checks WHERE status = 'running'`, [])).toEqual([]);
    expect(await open(`SELECT FROM checks WHERE owner = $1`, [me.id])).toEqual([]);
    expect(await auditLedger(server.pool)).toEqual([]);
  });
});

describe('a program that has sent its rows of the day', () => {
  it('is refused before more are stored, until the next day; a batch that it made is answered again', async () => {
    const { send, call, sub } = await batchProgram(server, 0);
    const key = { ...ROWS, 'idempotency-key': 'day-1' };
    const rows = '{}\n'.repeat(900);
    const first = await send('POST', '/batches', rows, key);
    expect(first.status, first.text).toBe(202);
    const again = await send('POST', '/batches', rows, key);
    expect([again.status, again.text, again.headers['idempotent-replayed']]).toEqual([202, first.text, 'true']);
    const refused = await send('POST', '/batches', rows, { ...ROWS, 'idempotency-key': 'day-2' });
    expect([refused.status, refused.body['code']]).toEqual([429, 'rate_limited']);
    expect(refused.body['detail']).toMatch(/^The workspace can send 1,\d+ rows a day and has 1\d\d rows left today;/);
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(86_400);
    const { body } = await call('POST', '/batches', {});
    const part = await send('PUT', `/batches/${String(body['id'])}/parts/0`, rows);
    expect([part.status, part.body['code']]).toEqual([429, 'rate_limited']);
    const { rows: stored } = await server.pool.query(
      'SELECT r.number FROM batch_rows r JOIN batches b ON b.id = r.batch WHERE b.workspace = $1',
      [sub],
    );
    expect(stored).toHaveLength(900);
  });
});

describe('a batch that is sent again while it is stored', () => {
  it('is under way, whatever is left of the day and however long storing it takes', async () => {
    const { send } = await batchProgram(server, 0);
    const key = { ...ROWS, 'idempotency-key': 'slow-1' };
    const rows = '{}\n'.repeat(900);
    await server.pool.query(`CREATE FUNCTION wait_to_store() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN PERFORM pg_advisory_xact_lock(1); RETURN NULL; END $$;
      CREATE TRIGGER rows_wait BEFORE INSERT ON batch_rows FOR EACH STATEMENT EXECUTE FUNCTION wait_to_store()`);
    const client = await server.pool.connect();
    try {
      await client.query('SELECT pg_advisory_lock(1)');
      const first = send('POST', '/batches', rows, key);
      await untilWaiting(server.pool, 1);
      server.passTime(90_000);
      const again = await send('POST', '/batches', rows, key);
      expect([again.status, again.body['code'], again.headers['retry-after']]).toEqual([
        409,
        'idempotency_in_progress',
        '1',
      ]);
      await client.query('SELECT pg_advisory_unlock(1)');
      expect((await first).status).toBe(202);
      expect((await send('POST', '/batches', rows, key)).text).toBe((await first).text);
    } finally {
      client.release(true);
      await server.pool.query('DROP FUNCTION wait_to_store CASCADE');
    }
  });
});

describe('a body of rows over a socket', () => {
  async function post(body: AsyncIterable<Buffer>, authorization: string) {
    if (!server.app.server.listening) await server.app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = server.app.server.address() as AddressInfo;
    const request = http.request({
      host: '127.0.0.1',
      port,
      method: 'POST',
      path: '/api/v1/batches',
      headers: { host: 'localhost:3000', authorization, ...ROWS },
    });
    const answered = once(request, 'response') as Promise<[http.IncomingMessage]>;
    // An answer before the end of the body closes the connection under the writer.
    pipeline(Readable.from(body), request).catch(() => undefined);
    const [answer] = await answered;
    return { status: answer.statusCode, body: JSON.parse(await text(answer)) };
  }

  it('is read as it arrives, in pieces that end anywhere', async () => {
    const { authorization, results } = await batchProgram(server, 5_000);
    const whole = Buffer.from(`${JSON.stringify({ address: 'ä€😀', asset: 'ETH', note: 'ä€😀' })}\n`.repeat(5_000));
    async function* pieces() {
      for (let from = 0; from < whole.length; from += 7_001) {
        await setImmediate();
        yield whole.subarray(from, from + 7_001);
      }
    }
    const made = await post(pieces(), authorization);
    expect([made.status, made.body.rows]).toMatchObject([202, { total: 5_000, waiting: 5_000 }]);
    const rows = await results(made.body.id);
    expect(rows.every(({ address, input }) => address === 'ä€😀' && (input as { note: string }).note === 'ä€😀')).toBe(
      true,
    );
  });

  it('may be stored for as long as its call may take, on a connection on which nothing is sent meanwhile', () => {
    expect(server.app.server.timeout).toBeGreaterThan(STORING_WITHIN_MS);
  });

  it('is refused in the middle, where it is too large, and leaves nothing', async () => {
    const { authorization, call } = await batchProgram(server, 0);
    async function* pieces() {
      for (let sent = 0; sent < 40; sent += 1) yield Buffer.alloc(1024 * 1024, 'x');
    }
    const made = await post(pieces(), authorization);
    expect([made.status, made.body.code]).toEqual([413, 'payload_too_large']);
    expect((await call('GET', '/batches')).body['data']).toEqual([]);
    const { rows } = await server.pool.query(`SELECT FROM batches WHERE status = 'receiving'`);
    expect(rows).toEqual([]);
  });
});

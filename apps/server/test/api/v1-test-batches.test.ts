import { BatchResultV1, BatchV1, ListTestAddressesV1, TEST_OUTCOMES } from '@assay/contracts/v1';
import { beforeEach, describe, expect, it } from 'vitest';
import { BTC_ADDRESS } from '../../src/modules/checks/checks/test/check-fixture.ts';
import { auditLedger } from '../../src/modules/money/index.ts';
import { useAuthApp } from '../support/auth-app.ts';
import { batchProgram } from '../support/batches.ts';

const SCOPES = ['batches', 'checks:read', 'checks:write', 'webhooks'];
const server = useAuthApp();
beforeEach(() => server.batches.worker.start());

/** A program in test mode, with the published addresses of Tron. */
async function testProgram(checks = 0) {
  const program = await batchProgram(server, checks, { mode: 'test', scopes: SCOPES });
  const { data } = ListTestAddressesV1.answers[200].parse((await program.call('GET', '/test_addresses')).body);
  const addressOf = (outcome: string) =>
    data.find((one) => one.network === 'TRX' && one.outcome === outcome)?.address ?? '';
  const rowOf = (outcome: string) =>
    `${JSON.stringify({ address: addressOf(outcome), asset: 'USDT', network: 'TRX', reference: outcome })}\n`;
  return { ...program, addressOf, rowOf };
}

const count = async (sql: string, values: readonly unknown[] = []) =>
  (await server.pool.query<{ count: number }>(`SELECT count(*)::integer AS count FROM ${sql}`, [...values])).rows[0]
    ?.count;

describe('a batch of a test key', () => {
  it('answers every outcome as published, marked, without a link, and spends nothing', async () => {
    const { sub, send, call, finished, results, rowOf } = await testProgram(3);
    const balance = () => server.pool.query('SELECT sum(left_checks) AS left FROM ledger_tariffs');
    const before = (await balance()).rows;
    const made = await send('POST', '/batches?name=All', TEST_OUTCOMES.map(rowOf).join(''));
    expect(made.status, made.text).toBe(202);
    const batch = BatchV1.parse(await finished(String(made.body['id'])));
    expect(batch).toMatchObject({
      mode: 'test',
      status: 'completed',
      rows: { total: 11, waiting: 0, rated: 8, not_rated: 2, failed: 1, invalid: 0 },
      checks_charged: 0,
    });
    const rows = (await results(batch.id)).map((row) => BatchResultV1.parse(row));
    expect(
      Object.fromEntries(rows.map((row) => [row.reference, row.stars ?? row.not_rated_reason ?? row.error?.code])),
    ).toEqual({
      star_1: 1,
      star_2: 2,
      star_3: 3,
      star_4: 4,
      star_5: 5,
      not_rated: 'no_records',
      sanctioned: 1,
      frozen: 1,
      slow: 5,
      failing: 'check_failed',
      out_of_coverage: 'not_traceable',
    });
    for (const row of rows) {
      expect(row).toMatchObject({ mode: 'test', charged: false, result_url: null });
      const check = await call('GET', `/checks/${row.check}`);
      expect(check.body).toMatchObject({ mode: 'test', stars: row.stars, certificate_url: null });
    }
    expect(rows.find(({ reference }) => reference === 'sanctioned')?.labels).toMatch(/^Test entity, .* \(Sanctions\)$/);
    expect(rows.find(({ reference }) => reference === 'star_5')?.incoming).toMatch(/^Exchange licensed 90.00%; /);
    expect([
      await count('checks WHERE owner = $1', [sub]),
      await count('api_checks WHERE workspace = $1', [sub]),
    ]).toEqual([0, 0]);
    expect((await balance()).rows).toEqual(before);
    expect(await auditLedger(server.pool)).toEqual([]);
  });

  it('refuses any other address as single checks do, and marks the row', async () => {
    const { send, finished, results, rowOf } = await testProgram();
    const other = `${JSON.stringify({ address: BTC_ADDRESS, asset: 'BTC' })}\n`;
    const { body } = await send('POST', '/batches', `${other}${rowOf('star_5')}`);
    expect(await finished(String(body['id']))).toMatchObject({ rows: { invalid: 1, rated: 1 } });
    expect((await results(String(body['id'])))[0]).toMatchObject({
      mode: 'test',
      status: 'invalid',
      error: { code: 'test_address_required', detail: expect.stringContaining('This is no test address of BTC') },
      check: null,
    });
  });

  it('reports to test mode only, once, and not each of its checks', async () => {
    const { member, send, call, finished, rowOf } = await testProgram();
    const { body } = await send('POST', '/batches', `${rowOf('star_1')}${rowOf('failing')}`);
    await finished(String(body['id']));
    const { data } = (await call('GET', '/events')).body as { data: object[] };
    expect(data).toMatchObject([
      { type: 'batch.completed', mode: 'test', data: { id: body['id'], mode: 'test', rows: { rated: 1, failed: 1 } } },
    ]);
    const made = await member.post('/api/developers/keys', { name: 'Live', scopes: SCOPES });
    const live = server.client({ authorization: `Bearer ${String(made.data['secret'])}` });
    expect(JSON.parse((await live.get('/api/v1/events')).text).data).toEqual([]);
    expect(JSON.parse((await live.get('/api/v1/batches')).text).data).toEqual([]);
    for (const path of ['', '/results', '/events']) {
      expect((await live.get(`/api/v1/batches/${String(body['id'])}${path}`)).status).toBe(404);
    }
    expect((await live.post(`/api/v1/batches/${String(body['id'])}/cancel`)).status).toBe(404);
    expect((await member.get(`/api/batches/${String(body['id'])}`)).status).toBe(404);
    expect((await member.get('/api/batches')).data['batches']).toEqual([]);
  });

  it('can be uploaded in parts, followed, and cancelled with the slow check that runs', async () => {
    const { send, call, results, rowOf, addressOf } = await testProgram();
    const opened = await call('POST', '/batches', { name: 'Parts' });
    const id = String(opened.body['id']);
    for (const [index, outcome] of ['slow', 'slow', 'star_2'].entries()) {
      expect((await send('PUT', `/batches/${id}/parts/${index}`, rowOf(outcome))).status).toBe(200);
    }
    await call('POST', `/batches/${id}/close`);
    await expect
      .poll(async () => (await call('GET', `/batches/${id}`)).body['rows'])
      .toMatchObject({ rated: 1, waiting: 2 });
    const [slow] = await results(id);
    expect(slow).toMatchObject({ status: 'waiting', address: addressOf('slow') });
    expect((await call('GET', `/checks/${String(slow?.['check'])}`)).body).toMatchObject({ status: 'running' });
    const cancelled = await call('POST', `/batches/${id}/cancel`);
    expect(cancelled.body).toMatchObject({ status: 'canceled', mode: 'test', rows: { rated: 1, canceled: 2 } });
    expect((await call('GET', `/checks/${String(slow?.['check'])}`)).body).toMatchObject({
      status: 'failed',
      failure: { code: 'check_cancelled' },
    });
    const stream = await send('GET', `/batches/${id}/events`);
    expect(stream.text).toMatch(/^event: end\n/m);
    const { data } = (await call('GET', '/events')).body as { data: { type: string }[] };
    expect(data.map(({ type }) => type)).toEqual(['batch.canceled']);
  });

  it('has the same limits, of its own mode, and its idempotency keys too', async () => {
    const { sub, send, call, member, rowOf } = await testProgram(1);
    const keyed = { 'content-type': 'application/x-ndjson', 'idempotency-key': 'same' };
    const [first, repeat] = [
      await send('POST', '/batches', rowOf('star_1'), keyed),
      await send('POST', '/batches', rowOf('star_1'), keyed),
    ];
    expect([repeat.text, repeat.headers['idempotent-replayed']]).toEqual([first.text, 'true']);
    for (;;) {
      const opened = await call('POST', '/batches', {});
      if (opened.status === 201) continue;
      expect([opened.status, opened.body['code']]).toEqual([429, 'too_many_batches']);
      break;
    }
    expect(await count("batches WHERE workspace = $1 AND ended_at IS NULL AND mode = 'test'", [sub])).toBe(10);
    const made = await member.post('/api/developers/keys', { name: 'Live', scopes: SCOPES });
    const live = server.client({ authorization: `Bearer ${String(made.data['secret'])}` });
    expect((await live.post('/api/v1/batches', {})).status).toBe(201);
  });

  it('cannot hold a live check or a charge, nor a live batch a test check, whatever the code does', async () => {
    const { sub, send, finished, rowOf } = await testProgram();
    const { body } = await send('POST', '/batches', rowOf('star_1'));
    await finished(String(body['id']));
    const write = (sql: string) => server.pool.query(sql, [body['id']]);
    await expect(write('UPDATE batches SET charged = 1 WHERE id = $1')).rejects.toThrow(/check constraint/);
    await expect(write('UPDATE batch_subjects SET charged = true WHERE batch = $1')).rejects.toThrow(
      /check constraint/,
    );
    await expect(write("UPDATE batches SET mode = 'live' WHERE id = $1")).rejects.toThrow(/foreign key constraint/);
    await expect(write("UPDATE batch_subjects SET mode = 'live' WHERE batch = $1")).rejects.toThrow(/constraint/);
    expect(await count('batches WHERE workspace = $1', [sub])).toBe(1);
  });
});

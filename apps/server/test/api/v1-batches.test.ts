import { readFileSync } from 'node:fs';
import { parquetReadObjects } from 'hyparquet';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BTC_ADDRESS, TRON_ADDRESS, UNKNOWN_ADDRESS } from '../../src/modules/checks/checks/test/check-fixture.ts';
import { auditLedger } from '../../src/modules/money/index.ts';
import { useAuthApp } from '../support/auth-app.ts';
import { batchProgram, type Reply } from '../support/batches.ts';

const server = useAuthApp();
const program = (checks?: number) => batchProgram(server, checks);
const CSV = { 'content-type': 'text/csv; charset=utf-8' };
const BTC = { address: BTC_ADDRESS, asset: 'BTC' };
const lines = (rows: readonly unknown[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join('');
const idOf = ({ status, text, body }: Reply, expected: 201 | 202 = 202): string => {
  expect(status, text).toBe(expected);
  return String(body['id']);
};

beforeAll(() => server.batches.worker.start());
afterAll(async () => expect(await auditLedger(server.pool)).toEqual([]));

describe('a batch of JSON Lines', () => {
  it('is stored before the answer, worked, and read as JSON Lines in the order of the input', async () => {
    const { send, call, finished, results, left } = await program(10);
    const rows = [
      { ...BTC, reference: 'd-1', customer: 42 },
      { address: 'wrong', asset: 'BTC', reference: 'd-2' },
      { address: UNKNOWN_ADDRESS, asset: 'BTC' },
      { ...BTC, reference: 'd-3' },
      { address: TRON_ADDRESS, asset: 'USDT', network: 'TRX' },
    ];
    const made = await send('POST', '/batches?name=Deposits', `${lines(rows)}no json\n`);
    const id = idOf(made);
    expect(made.body).toMatchObject({
      id: expect.stringMatching(/^bat_\w{20}$/),
      object: 'batch',
      name: 'Deposits',
      // What cannot be read is known; what names no address is known once the rows were judged.
      rows: { total: 6, invalid: 1 },
    });
    expect(await finished(id)).toMatchObject({
      status: 'completed',
      progress: 1,
      checks_charged: 2,
      rows: { total: 6, waiting: 0, rated: 3, not_rated: 1, invalid: 2, failed: 0, canceled: 0 },
    });
    const read = await results(id);
    expect(read.map(({ row, line, status, reference }) => [row, line, status, reference])).toEqual([
      [1, 1, 'rated', 'd-1'],
      [2, 2, 'invalid', 'd-2'],
      [3, 3, 'not_rated', null],
      [4, 4, 'rated', 'd-3'],
      [5, 5, 'rated', null],
      [6, 6, 'invalid', null],
    ]);
    expect(read[0]).toMatchObject({ ...BTC, network: 'BTC', stars: 5, charged: true, input: { customer: 42 } });
    expect(read[1]).toMatchObject({ error: { code: 'invalid_address' }, address: 'wrong', stars: null });
    expect(read[5]).toMatchObject({ error: { code: 'malformed_request' } });
    expect(read[3]?.['check']).toBe(read[0]?.['check']);
    const check = await call('GET', `/checks/${String(read[0]?.['check'])}`);
    expect([check.status, check.body['stars']]).toEqual([200, 5]);
    expect(await left()).toBe(8);
  });

  it('says of each row that cannot be checked why, and keeps nothing of one with a secret', async () => {
    const { send, finished, results } = await program(10);
    const secret = `${'abandon '.repeat(11)}about`;
    const id = idOf(
      await send(
        'POST',
        '/batches',
        lines([
          ['an', 'array'],
          { asset: 'BTC' },
          { address: BTC_ADDRESS },
          { address: BTC_ADDRESS, asset: 'NOPE' },
          { address: TRON_ADDRESS, asset: 'USDT' },
          { address: 7, asset: 'BTC' },
          { ...BTC, note: secret },
          { ...BTC, note: 'a\0b' },
          { ...BTC, note: '\ud800' },
          { ...BTC, reference: 'r'.repeat(201) },
          { ...BTC, note: 'n'.repeat(17_000) },
          { ...BTC, note: 'n'.repeat(4_097) },
          { address: '9f'.repeat(32), asset: 'BTC' },
        ]),
      ),
    );
    expect(await finished(id)).toMatchObject({ status: 'completed', rows: { total: 13, invalid: 13 } });
    const read = await results(id);
    expect(read.map(({ error }) => (error as { code: string }).code)).toEqual([
      'malformed_request',
      'invalid_request',
      'invalid_request',
      'unknown_asset',
      'network_required',
      'invalid_request',
      'secret_not_address',
      'invalid_request',
      'invalid_request',
      'invalid_request',
      'malformed_request',
      'invalid_request',
      'secret_not_address',
    ]);
    expect(read[4]?.['error']).toMatchObject({ detail: expect.stringMatching(/^USDT is on TRX, ETH/) });
    const { rows } = await server.pool.query(`SELECT FROM batch_rows r WHERE r::text LIKE '%abandon%'`);
    expect(rows).toEqual([]);
    expect(JSON.stringify(read)).not.toContain('9f9f');
  });
});

describe('a batch of CSV', () => {
  it('carries other columns through, and escapes what a spreadsheet would run', async () => {
    const { send, finished } = await program(10);
    const body = [
      '\uFEFFAddress;Ticker;Network;Reference;customer;status',
      `${BTC_ADDRESS};BTC;;r-1;"=HYPERLINK(""http://x"");2";paid`,
      `${TRON_ADDRESS};usdt;trx;r-2;"two`,
      'lines";@open',
      ';;;;;',
      `${UNKNOWN_ADDRESS};BTC;;;;`,
    ].join('\r\n');
    const id = idOf(await send('POST', '/batches', body, CSV));
    await finished(id);
    const { text, headers } = await send('GET', `/batches/${id}/results?format=csv`);
    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
    const [head = '', first = '', second = ''] = text.split('\r\n');
    expect(head.split(',').slice(-2)).toEqual(['customer', 'input_status']);
    expect(first).toContain(`"'=HYPERLINK(""http://x"");2",paid`);
    expect(second).toContain('"two\r\nlines"'.split('\r\n')[0]);
    expect(text).toContain(`,'@open\r\n`);
    expect(text.trim().split('\r\n').at(-1)).toMatch(/^3,6,live,not_rated,/);
  });

  it('is read as spreadsheets write it: quotes, semicolons, a byte order mark, the line that names the separator', async () => {
    const { send, finished } = await program(10);
    const caseOf = (file: string) => readFileSync(new URL(`../../src/commands/test/cases/${file}`, import.meta.url));
    for (const file of ['quoted-header.csv', 'quoted-semicolon.csv', 'sep-line.csv']) {
      const ids = [caseOf(file), `\uFEFF${caseOf(file).toString()}`].map((body) => send('POST', '/batches', body, CSV));
      for (const made of await Promise.all(ids))
        expect(await finished(idOf(made))).toMatchObject({ rows: { total: 1, invalid: 0, failed: 0 } });
    }
  });

  it('goes on after a quote that is not closed, and reads a list of addresses alone', async () => {
    const { send, finished, results } = await program(10);
    const broken = `address,asset,note\n${BTC_ADDRESS},BTC,"open\n${BTC_ADDRESS},BTC,closed\n`;
    const id = idOf(await send('POST', '/batches', broken, CSV));
    await finished(id);
    expect((await results(id)).map(({ status, line }) => [status, line])).toEqual([
      ['invalid', 2],
      ['rated', 3],
    ]);
    const bare = idOf(await send('POST', '/batches?asset=BTC', `${BTC_ADDRESS}\n${UNKNOWN_ADDRESS}\n`, CSV));
    await finished(bare);
    expect((await results(bare)).map(({ status }) => status)).toEqual(['rated', 'not_rated']);
  });
});

describe('the results of a batch', () => {
  it('are read as Parquet by another library, with types and in order', async () => {
    const { send, finished } = await program(10);
    const id = idOf(
      await send(
        'POST',
        '/batches',
        lines([
          { ...BTC, amount: '1.5' },
          { address: 'x', asset: 'BTC' },
        ]),
      ),
    );
    await finished(id);
    const { bytes, headers } = await send('GET', `/batches/${id}/results?format=parquet`);
    expect(headers['content-type']).toBe('application/vnd.apache.parquet');
    const file = new Uint8Array(bytes).buffer;
    const rows = await parquetReadObjects({ file });
    expect(rows).toMatchObject([
      { row: 1, status: 'rated', stars: 5, charged: true, amount: '1.5', error_code: null },
      { row: 2, status: 'invalid', stars: null, charged: false, amount: null, error_code: 'invalid_address' },
    ]);
    expect(typeof rows[0]?.['score']).toBe('number');
  });

  it('are streamed as events until the end', async () => {
    const { send, finished } = await program(10);
    const id = idOf(await send('POST', '/batches', lines([BTC])));
    await finished(id);
    const { text, headers } = await send('GET', `/batches/${id}/events`);
    expect(headers['content-type']).toBe('text/event-stream');
    const [, event, data] = /event: (\w+)\ndata: (.*)\n/.exec(text) ?? [];
    expect([event, JSON.parse(data ?? '')]).toMatchObject(['end', { id, status: 'completed', progress: 1 }]);
  });
});

describe('a batch in parts', () => {
  it('takes them in any order, the same one twice, and is worked once it is closed', async () => {
    const { call, send, finished, results } = await program(10);
    const opened = await call('POST', '/batches', { name: 'Parts', asset: 'BTC', metadata: { month: 'may' } });
    const id = idOf(opened, 201);
    expect(opened.body).toMatchObject({ status: 'open', metadata: { month: 'may' }, parts: [] });
    const part = (index: number, body: string) => send('PUT', `/batches/${id}/parts/${index}`, body);
    expect((await part(1, lines([{ address: UNKNOWN_ADDRESS, b: 1 }]))).body['parts']).toEqual([1]);
    const early = await call('POST', `/batches/${id}/close`, {});
    expect([early.status, early.body['code'], early.body['detail']]).toEqual([
      409,
      'parts_missing',
      'Upload the part 0, then close the batch.',
    ]);
    const first = lines([{ address: BTC_ADDRESS, a: 1 }, { address: 'x' }]);
    const both = await Promise.all([part(0, first), part(0, first)]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    const other = await part(0, lines([{ address: BTC_ADDRESS }]));
    expect([other.status, other.body['code']]).toEqual([409, 'part_differs']);
    expect((await send('GET', `/batches/${id}/results`)).status).toBe(409);
    expect((await call('POST', `/batches/${id}/close`, {})).status).toBe(200);
    const late = await part(2, first);
    expect([late.status, late.body['code']]).toEqual([409, 'batch_not_open']);
    expect(await finished(id)).toMatchObject({ rows: { total: 3, rated: 1, not_rated: 1, invalid: 1 } });
    expect((await results(id)).map(({ row, line, status }) => [row, line, status])).toEqual([
      [1, 1, 'rated'],
      [2, 2, 'invalid'],
      [3, 1, 'not_rated'],
    ]);
    const { rows } = await server.pool.query<{ count: number }>(
      'SELECT count(*)::integer AS count FROM batch_rows WHERE batch = $1',
      [id],
    );
    expect(rows[0]?.count).toBe(3);
  });
});

describe('a batch is refused', () => {
  it('without rows, with too many, of another type, or without a column of addresses; nothing is stored', async () => {
    const { send, call } = await program(1);
    const many = `{"address":"x"}\n`.repeat(100_001);
    const answers = [
      await send('POST', '/batches', '\n\n'),
      await send('POST', '/batches', many),
      await send('POST', '/batches', 'a', { 'content-type': 'application/xml' }),
      await send('POST', '/batches', 'name,asset\nx,BTC\n', CSV),
      await send('POST', '/batches?colour=red', lines([BTC])),
      await call('POST', '/batches', { name: 'a\0b' }),
      await send('GET', '/batches/bat_unknown'),
      await send('GET', `/batches/bat_${'0'.repeat(20)}`),
    ];
    expect(answers.map(({ status, body }) => [status, body['code']])).toEqual([
      [400, 'invalid_request'],
      [413, 'payload_too_large'],
      [415, 'unsupported_media_type'],
      [400, 'invalid_request'],
      [400, 'invalid_request'],
      [400, 'invalid_request'],
      [400, 'invalid_request'],
      [404, 'not_found'],
    ]);
    expect((await call('GET', '/batches')).body['data']).toEqual([]);
    const { rows } = await server.pool.query(`SELECT FROM batches WHERE status = 'receiving'`);
    expect(rows).toEqual([]);
  });

  it('by a key without the scope, without a key, and beyond ten unfinished ones', async () => {
    const { call } = await batchProgram(server, 1, { scopes: ['checks:read', 'checks:write'] });
    expect((await call('POST', '/batches', {})).body['code']).toBe('missing_scope');
    const unsigned = await server.client().post('/api/v1/batches', {});
    expect(unsigned.status).toBe(401);
    const full = await program(1);
    const made = await Promise.all(Array.from({ length: 12 }, () => full.call('POST', '/batches', {})));
    expect(made.filter(({ status }) => status === 201).length).toBe(10);
    expect(made.find(({ status }) => status !== 201)?.body['code']).toBe('too_many_batches');
  });
});

describe('the batches of a workspace', () => {
  it('are listed page by page, and are closed to another workspace by every call', async () => {
    const mine = await program(1);
    const ids = [];
    for (let count = 0; count < 3; count += 1) ids.unshift(idOf(await mine.call('POST', '/batches', {}), 201));
    const first = await mine.call('GET', '/batches?limit=2');
    const second = await mine.call('GET', `/batches?limit=2&cursor=${String(first.body['next_cursor'])}`);
    const seen = [first, second].flatMap(({ body }) => (body['data'] as { id: string }[]).map(({ id }) => id));
    expect([seen, second.body['has_more']]).toEqual([ids, false]);

    const other = await program(1);
    const [id] = ids;
    const tries = [
      other.call('GET', `/batches/${id}`),
      other.call('GET', `/batches/${id}/results`),
      other.call('GET', `/batches/${id}/events`),
      other.call('POST', `/batches/${id}/cancel`, {}),
      other.call('POST', `/batches/${id}/resume`, {}),
      other.call('POST', `/batches/${id}/close`, {}),
      other.send('PUT', `/batches/${id}/parts/0`, lines([BTC])),
    ];
    expect((await Promise.all(tries)).map(({ status }) => status)).toEqual(tries.map(() => 404));
    expect((await other.call('GET', '/batches')).body['data']).toEqual([]);
    expect((await mine.call('GET', `/batches/${id}`)).body['status']).toBe('open');
  });
});

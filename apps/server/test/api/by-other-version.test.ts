import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { RawTransfer } from '@assay/exposure';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { checkedBy } from '../../src/app/composition/checks.ts';
import { postCheck, signedIn, type TestApp, testApp } from '../../src/modules/checks/checks/test/check-fixture.ts';
import { importLabels } from '../../src/modules/labels/index.ts';
import { appendTransfers, ensureLedger, setFromBeginning } from '../../src/modules/records/index.ts';
import { inTransaction } from '../../src/platform/db/index.ts';
import { type TestDatabase, testDatabase } from '../support/database.ts';

const EXCHANGE = '0x28c6c06298d514db089934071355e5743bf21d60';
const LISTED = `0x${'44'.repeat(20)}`;
const SUBJECT = `0x${'11'.repeat(20)}`;
const USDT = { ticker: 'USDT', parent: 'ETH', address: SUBJECT };

function payment(from: string, to: string, dollars: number, at: number): RawTransfer {
  const id = { transactionIndex: 0, transactionId: `0x${at.toString(16).padStart(64, '0')}`, index: 0, ordinal: 0 };
  const amount = BigInt(Math.round(dollars * 100)) * 10_000n;
  return { block: 19_000_000 + at, ...id, kind: 'token', from, to, amount, time: 1_704_067_200 + at * 3600 };
}

let database: TestDatabase;
let folder: string;
let server: TestApp;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'assay-versions-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function importList(setName: string, category: string, address: string): Promise<void> {
  const file = path.join(folder, `${setName}.jsonl`);
  const label = { network: 'ETH', address, entity: 'Somebody', category, confidence: 100, source_date: '2023-01-01' };
  await writeFile(file, JSON.stringify(label));
  await importLabels(database.pool, { format: 'jsonl', locations: [file], setName, origin: 'import' });
}

async function append(...add: readonly RawTransfer[]): Promise<void> {
  const ledger = await ensureLedger(database.pool, 'ETH', 'USDT');
  await inTransaction(database.pool, (client) => appendTransfers(client, ledger, { add }));
  await setFromBeginning(database.pool, ledger.id, true);
}

function ask(subId: string, headers: Record<string, string> = signedIn(server.app)) {
  return server.app.inject({ url: `/api/monitor/check/${subId}/by-other-version`, headers });
}

const checked = async (): Promise<string> => (await postCheck(server.app, USDT)).body.data.asset.sub_id;

describe('the stars of a check by the other version of the method', { timeout: 60_000 }, () => {
  beforeEach(async () => {
    database = await testDatabase();
    server = await testApp(database.pool, checkedBy('1', database.pool));
    await importList('exchanges', 'exchange_licensed', EXCHANGE);
    await importList('listed', 'sanctions', LISTED);
    // $10.01 that a sanctioned sender adds to $100,000: two stars by version 1, set aside by version 2.
    await append(
      payment('issuer', EXCHANGE, 200_000, 1),
      payment('issuer', LISTED, 1_000, 2),
      payment(EXCHANGE, SUBJECT, 100_000, 3),
      payment(LISTED, SUBJECT, 10.01, 4),
    );
    return async () => {
      await server.close();
      await database.drop();
    };
  });

  it('are computed for its owner from the same records, and change nothing of the result and its certificate', async () => {
    const subId = await checked();
    const read = async (place: string) =>
      (await server.app.inject({ url: `/api/monitor/check/${subId}${place}` })).body;
    const [before, certificate] = [await read(''), await read('/certificate.json')];
    const answer = await ask(subId);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.json().data).toEqual({
      method_version: '2',
      riskscore: 5,
      total: expect.any(Number),
      note: expect.stringContaining('from the same records and label lists as the result. It costs nothing'),
    });
    expect(JSON.parse(before).data.asset).toMatchObject({ riskscore: 2, method_version: '1' });
    expect(await read('')).toBe(before);
    expect(await read('/certificate.json')).toBe(certificate);
    expect(certificate).not.toContain('by-other-version');
  });

  it('leave out records that came later, and are not given once label lists have changed', async () => {
    const subId = await checked();
    await append(payment(LISTED, SUBJECT, 900, 5));
    expect((await ask(subId)).json().data).toMatchObject({ riskscore: 5 });
    await importList('listed', 'sanctions', `0x${'55'.repeat(20)}`);
    expect((await ask(subId)).json().data).toEqual({
      method_version: '2',
      riskscore: null,
      total: null,
      note: 'Records or label lists have changed since this result. A new check can be compared again.',
    });
  });

  it('are those of version 1 where the check was made by version 2', async () => {
    await server.close();
    server = await testApp(database.pool, checkedBy('2', database.pool));
    const subId = await checked();
    expect((await ask(subId)).json().data).toMatchObject({ method_version: '1', riskscore: 2 });
  });

  it('are refused to guests with 401, and of somebody else not found', async () => {
    const subId = await checked();
    expect((await ask(subId, {})).statusCode).toBe(401);
    await database.pool.query("UPDATE checks SET owner = 'operator' WHERE sub_id = $1", [subId]);
    for (const id of [subId, '0'.repeat(32), 'x']) expect((await ask(id)).statusCode).toBe(404);
  });
});

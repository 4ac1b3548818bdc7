import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../../test/support/database.ts';
import { diskHeld, recordsHeld } from './ledgers/records-held.store.ts';
import { describeRecords } from './open-store.ts';
import { importStarterTransfers } from './starter-transfers.ts';

let database: TestDatabase;

const said: string[] = [];

function load(): Promise<string> {
  const signal = AbortSignal.timeout(60_000);
  return importStarterTransfers(database.pool, (text) => said.push(text), signal);
}

beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

describe('the sample records', () => {
  it('load whole, and load again without doubling', async () => {
    expect(await load()).toBe('11,791 sample records were loaded.');
    const held = await recordsHeld(database.pool);
    expect(held.find(({ network }) => network === 'BTC')).toMatchObject({ records: 1046, tipBlock: 938743 });
    expect(said).toContain('btc-transactions.jsonl.gz: 1,046 rows, 0 rejected');
    for (const { network, ticker } of held)
      expect(await diskHeld(database.pool, network, ticker)).toBeGreaterThan(8192);
    expect(await diskHeld(database.pool, 'BTC', 'NONE')).toBe(0);
    const { rows } = await database.pool.query<{ bytes: number }>(
      "SELECT sum(pg_total_relation_size(oid))::float8 AS bytes FROM pg_class WHERE relkind = 'r' AND relispartition",
    );
    const disk = await Promise.all(held.map(({ network, ticker }) => diskHeld(database.pool, network, ticker)));
    expect(disk.reduce((sum, bytes) => sum + bytes, 0)).toBeLessThanOrEqual(rows[0]?.bytes ?? 0);
    expect(await load()).toBe('0 sample records were loaded.');
    expect(await recordsHeld(database.pool)).toEqual(held);
  });

  it('are described in one sentence an asset', async () => {
    const [first] = (await recordsHeld(database.pool)).filter(({ ticker }) => ticker === 'MKR');
    expect(describeRecords({ network: 'ETH', ticker: 'MKR' }, first ?? null)).toBe(
      'This installation holds 133 transfers of MKR on Ethereum, from 2017-11-25 to 2020-10-15.',
    );
    expect(describeRecords({ network: 'TRX', ticker: 'USDT' }, null)).toBe(
      'This installation holds no records of USDT on Tron.',
    );
  });
});

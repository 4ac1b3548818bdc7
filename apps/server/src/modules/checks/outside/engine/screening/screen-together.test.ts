import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../../../../test/support/database.ts';
import { inSnapshot, type PoolClient } from '../../../../../platform/db/index.ts';
import type { ScreenOutcome } from './screen-jobs.ts';
import { screenTogether } from './screen-together.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

describe('addresses that are screened together', () => {
  it('have their results where one of them fails, which alone has its reason', async () => {
    const check = async (client: PoolClient, address: string): Promise<ScreenOutcome> => {
      const divisor = address === 'faulty' ? 0 : 1;
      await client.query('SELECT 1 / $1::int', [divisor]);
      return { is: 'screened', found: { cells: address } };
    };
    const outcomes = await screenTogether((work) => inSnapshot(database.pool, work), ['a', 'faulty', 'b'], check);
    expect(outcomes).toEqual([
      { is: 'screened', found: { cells: 'a' } },
      { is: 'failed', message: 'division by zero' },
      { is: 'screened', found: { cells: 'b' } },
    ]);
  });

  it('share one connection where none fails', async () => {
    const connections = new Set<number>();
    const check = async (client: PoolClient, address: string): Promise<ScreenOutcome> => {
      const found = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
      connections.add(found.rows[0]?.pid ?? 0);
      return { is: 'screened', found: { cells: address } };
    };
    await screenTogether((work) => inSnapshot(database.pool, work), ['a', 'b', 'c'], check);
    expect(connections.size).toBe(1);
  });
});

import { ASSETS } from '@assay/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../../../../test/support/database.ts';
import { WORKERS } from '../../../../../app/workers/workers.ts';
import { screenThreads } from './screen-threads.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

describe('threads that screen over PostgreSQL', () => {
  it('answer with one connection for the states they read, which every check of a job waits in', async () => {
    const asset = ASSETS.find(({ ticker, network }) => ticker === 'USDT' && network === 'ETH');
    if (asset === undefined) throw new Error('there is no USDT on Ethereum');
    const port = screenThreads(
      WORKERS.screen,
      { databaseUrl: database.url, ledgerServers: [], atOnce: 1, memory: null, version: '1' },
      1,
    );
    try {
      const addresses = Array.from({ length: 40 }, (_, index) => `0x${index.toString(16).padStart(40, '0')}`);
      const found = await Promise.all(addresses.map((address) => port.screen(asset, address)));
      expect(found.every(({ cells }) => cells.startsWith('n/a,'))).toBe(true);
    } finally {
      await port.close();
    }
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../../test/support/database.ts';
import { requireKnownServers } from './known-servers.store.ts';

describe('a start that does not know a ledger server', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await testDatabase();
  });
  afterAll(() => database.drop());

  it('is refused while a ledger is being moved there: what it writes would be missing after the move', async () => {
    await expect(requireKnownServers(database.pool, [])).resolves.toBeUndefined();
    await database.pool.query(
      `INSERT INTO ledger_moves (network, ticker, ledger_id, from_server, to_server, step)
       VALUES ('ETH', 'USDT', 1, 'main', 'db2', 'copy'), ('ETH', 'USDC', 2, 'db2', 'main', 'clean')`,
    );
    await expect(requireKnownServers(database.pool, ['db3'])).rejects.toThrow(
      "USDT on ETH is being moved to the ledger server 'db2', which LEDGER_SERVERS does not name. Add it and start again.",
    );
    await expect(requireKnownServers(database.pool, ['db2'])).resolves.toBeUndefined();
  });
});

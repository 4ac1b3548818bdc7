import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fillFormerInstallation } from '../../../../../test/api/former/installation.ts';
import { type TestDatabase, testDatabase } from '../../../../../test/support/database.ts';
import { inTransaction } from '../../../../platform/db/index.ts';
import { findLedger } from '../ledgers/ledger.store.ts';
import { transfersBetween } from './transfers-between.store.ts';

const MIXER = '34xp4vRoCGJym3xR7yCVPFHoCNxv4Twseo';
const SENDER = '3EktnHQD7RiAE6uzMj2ZifT9YgRrkSgzQX';
const WALLET = 'TNXoiAJ3dct8Fjg4M9fkLFh9S2v9TXc32G';

describe('transfers between two addresses', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await testDatabase();
    await fillFormerInstallation(database.pool);
  }, 60_000);
  afterAll(() => database.drop());

  const between = (network: 'BTC' | 'TRX', from: string, to: string, most = 10) =>
    inTransaction(database.pool, async (client) => {
      const ledger = await findLedger(client, network, network);
      if (ledger === null) throw new Error('No ledger');
      return transfersBetween(client, ledger, from, to, most);
    });

  it('are, of coins, what the payer’s transactions gave to the other', async () => {
    const found = await between('BTC', MIXER, SENDER);
    expect(found.map(({ amount, time }) => [amount, new Date(time * 1000).toISOString()])).toEqual([
      [6_000_000_000n, '2024-01-04T00:00:00.000Z'],
    ]);
    // Both paid for the same transaction: what it gave back to one counts as paid by either.
    expect(await between('BTC', SENDER, MIXER)).toMatchObject([{ amount: 4_000_000_000n }]);
  });

  it('are, of accounts, the newest first, and no more than asked for', async () => {
    const { rows } = await database.pool.query<{ from: string; to: string; transfers: number }>(
      `SELECT f.address AS from, r.address AS to, count(*)::integer AS transfers
         FROM transfers t JOIN accounts f ON f.id = t.from_id JOIN accounts r ON r.id = t.to_id
        WHERE f.address = $1 OR r.address = $1 GROUP BY 1, 2 ORDER BY 3 DESC`,
      [WALLET],
    );
    expect(rows.length).toBeGreaterThan(0);
    for (const { from, to, transfers } of rows) {
      const found = await between('TRX', from, to, 1_000);
      expect(found).toHaveLength(transfers);
      expect(found.map(({ time }) => time)).toEqual(found.map(({ time }) => time).toSorted((a, b) => b - a));
      expect(await between('TRX', from, to, 1)).toHaveLength(1);
    }
  });

  it('are none where no record names an address', async () => {
    expect(await between('TRX', WALLET, 'TNobody')).toEqual([]);
  });
});

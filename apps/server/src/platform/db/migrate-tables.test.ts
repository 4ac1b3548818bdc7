import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { exposureOf } from '@assay/exposure/reference';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { emptyDatabase, type TestDatabase } from '../../../test/support/database.ts';
import { appendTransfers, findLedger, openTransferStore } from '../../modules/records/index.ts';
import { inSnapshot, inTransaction } from './index.ts';
import { migrate } from './migrate.ts';

const MIGRATIONS = fileURLToPath(new URL('./migrations/', import.meta.url));

describe('records from before each asset had tables of its own', () => {
  let database: TestDatabase;
  let before = '';

  beforeAll(async () => {
    database = await emptyDatabase();
    before = await mkdtemp(path.join(tmpdir(), 'assay-migrations-'));
    for (const name of await readdir(MIGRATIONS)) {
      if (name < '0051') await cp(path.join(MIGRATIONS, name), path.join(before, name));
    }
    await migrate(database.url, before);
    await database.pool.query(`
      INSERT INTO ledgers (network, ticker, records, addresses) VALUES ('ETH', 'USDT', 1, 2), ('ETH', 'USDC', 1, 2), ('BTC', 'BTC', 0, 0);
      INSERT INTO accounts (ledger_id, address, balance, last_position, inflows, outflows, received, sent, first_time, last_time)
      SELECT l.id, a.address, a.balance, 1000 * 2097152::bigint, a.inflows, 1 - a.inflows, 7, 7, 1000, 1000
        FROM ledgers l, (VALUES ('payer', 0, 0), ('payee', 7, 1)) AS a (address, balance, inflows) WHERE l.network = 'ETH';
      INSERT INTO transfers (ledger_id, position, from_id, to_id, amount, inflow_share, covered, outflow_share, time, block,
                             kind, record_index, ordinal, transaction_id)
      SELECT l.id, 1000 * 2097152::bigint, f.id, t.id, 7, 1, 0, 1, 1000, 5, 3, 0, 0, '0x1'
        FROM ledgers l JOIN accounts f ON f.ledger_id = l.id AND f.address = 'payer'
        JOIN accounts t ON t.ledger_id = l.id AND t.address = 'payee'`);
    await migrate(database.url);
  });
  afterAll(async () => {
    await database.drop();
    await rm(before, { recursive: true, force: true });
  });

  it('are walked as before, and new records are appended after them', async () => {
    const labels = { labelsOf: async (_network: string, addresses: readonly string[]) => addresses.map(() => []) };
    const ledger = await findLedger(database.pool, 'ETH', 'USDC');
    if (ledger === null) throw new Error('the ledger is gone');
    const next = { block: 6, transactionIndex: 0, transactionId: '0x2', kind: 'token', index: 0, ordinal: 0 } as const;
    await inTransaction(database.pool, (client) =>
      appendTransfers(client, ledger, { add: [{ ...next, from: 'payee', to: 'new', amount: 7n, time: 2000 }] }),
    );
    await inSnapshot(database.pool, async (client) => {
      const held = await openTransferStore(client, labels, 'ETH', 'USDC');
      if (held === null) throw new Error('no records are held');
      const exposure = await exposureOf(held.store, 'new');
      expect(exposure?.incoming.residuals.unknown_origin).toBe(1);
      expect(exposure?.incoming.cut.recordsRead).toBe(2);
    });
    const { rows } = await database.pool.query('SELECT id FROM accounts ORDER BY id');
    expect(new Set(rows.map(({ id }) => id)).size).toBe(5);
  });
});

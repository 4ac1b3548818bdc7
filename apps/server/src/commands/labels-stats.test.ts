import { Command } from 'commander';
import { afterAll, expect, it } from 'vitest';
import { testDatabase } from '../../test/support/database.ts';
import { appendCoins, appendTransfers, ensureLedger, refreshAfterChange } from '../modules/records/index.ts';
import { readConfig } from '../platform/config/config.ts';
import { inTransaction } from '../platform/db/index.ts';
import { registerLabels } from './labels.ts';

const database = await testDatabase();
afterAll(() => database.drop());

async function stats(...options: readonly string[]): Promise<string> {
  const out: string[] = [];
  const program = new Command('assay').exitOverride();
  registerLabels(program, {
    config: readConfig({}),
    environment: {},
    openDatabase: async () => database.pool,
    out: (text) => void out.push(text),
    err: (text) => void out.push(text),
    progress: () => undefined,
    signal: new AbortController().signal,
  });
  await program.parseAsync(['labels', 'stats', ...options], { from: 'user' });
  return out.join('\n');
}

it('assay labels stats counts the clusters of every UTXO ledger after the refresh', async () => {
  const { pool } = database;
  expect(await stats()).not.toContain('Refused joins');
  const ledger = await ensureLedger(pool, 'LTC', 'LTC');
  const input = (index: number, owner: string) => ({ transactionId: 'before', index, owner, amount: 5n });
  const spend = { block: 1, transactionIndex: 0, time: 1_600_000_000, coinbase: false };
  await inTransaction(pool, (client) =>
    appendCoins(client, ledger, [
      {
        ...spend,
        transactionId: 'spend',
        inputs: [input(0, 'one'), input(1, 'two'), input(2, 'three')],
        outputs: [{ index: 0, owner: 'four', amount: 15n }],
      },
    ]),
  );
  await refreshAfterChange({ pool, progress: () => undefined, signal: AbortSignal.timeout(60_000) });
  expect(await stats()).toMatch(
    /^Network +Asset +Clusters +Addresses +Largest +Refused joins$\nLTC +LTC +1 +3 +3 +0$/m,
  );
  expect(JSON.parse(await stats('--json'))).toMatchObject({
    clusters: [{ network: 'LTC', ticker: 'LTC', clusters: 1, addresses: 3, largest: 3, refused: 0 }],
  });
});

it('assay labels stats counts deposit addresses by the rules of method 2', async () => {
  const { pool } = database;
  await pool.query(
    `INSERT INTO label_set (name, origin, format, location, content_hash, accepted, rejected)
     VALUES ('mine', 'import', 'csv', 'x', repeat('a', 64), 1, 0)`,
  );
  await pool.query(
    `INSERT INTO label (network, address, set_name, source, entity, category, confidence)
     VALUES ('TRX', 'exchange', 'mine', 'mine', 'Kraken', 'exchange_licensed', 70)`,
  );
  const ledger = await ensureLedger(pool, 'TRX', 'USDT');
  const moves = ['payer deposit', 'deposit exchange', 'payer deposit', 'deposit exchange'];
  await inTransaction(pool, (client) =>
    appendTransfers(client, ledger, {
      add: moves.map((move, at) => {
        const [from = '', to = ''] = move.split(' ');
        const place = { block: 1 + at, transactionIndex: 0, transactionId: `t${at}`, index: 0, ordinal: 0 };
        return { ...place, kind: 'token', from, to, amount: 5n, time: 1_600_000_000 + at } as const;
      }),
    }),
  );
  await refreshAfterChange({ pool, progress: () => undefined, signal: AbortSignal.timeout(60_000) });
  expect(await stats()).toMatch(/^Derived by method 2 +Asset +Network +Labels$\ndeposit address +USDT +TRX +1$/m);
});

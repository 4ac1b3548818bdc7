import { Command } from 'commander';
import { afterAll, expect, it } from 'vitest';
import { testDatabase } from '../../test/support/database.ts';
import { readConfig } from '../config/config.ts';
import { inTransaction } from '../db/index.ts';
import { appendCoins, ensureLedger } from '../features/transfers/index.ts';
import { refreshAfterChange } from '../jobs/refresh-after-change.ts';
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

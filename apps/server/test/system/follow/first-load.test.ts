import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { FollowedBlock } from '../../../src/modules/nodes/follow/follow.ports.ts';
import { followNetwork } from '../../../src/modules/nodes/follow/follow-network.ts';
import { readFollowed } from '../../../src/modules/nodes/follow/status/progress.store.ts';
import { appendCoins, ensureLedger } from '../../../src/modules/records/index.ts';
import { databaseTroubleOf, type Pool } from '../../../src/platform/db/index.ts';
import { inTransaction } from '../../../src/platform/db/transactions.ts';
import { type TestDatabase, testDatabase } from '../../support/database.ts';
import { dumpLedgers } from './dump-ledgers.ts';
import { ScriptedCoins } from './scripted-coins.ts';

let database: TestDatabase;
const databases: TestDatabase[] = [];
beforeEach(async () => {
  database = await freshDatabase();
});
afterAll(async () => {
  for (const one of databases) await one.drop();
});

async function freshDatabase(): Promise<TestDatabase> {
  const made = await testDatabase();
  databases.push(made);
  return made;
}

type CoinBlock = FollowedBlock & { readonly ledger: 'utxo' };

const ALWAYS = 1;
const NEVER = Number.MAX_SAFE_INTEGER;

async function follow(pool: Pool, node: ScriptedCoins, firstLoadFrom: number, signal?: AbortSignal): Promise<string[]> {
  const said: string[] = [];
  const ports = { pool, node, databaseTroubleOf, say: (line: string) => said.push(line), progress: () => undefined };
  await followNetwork(
    ports,
    {
      network: 'BTC',
      assets: ['BTC'],
      from: 0,
      chain: 'coins-1',
      until: node.height,
      owner: 'test',
      leaseMs: 5_000,
      pollMs: 5,
      firstLoadFrom,
    },
    signal ?? AbortSignal.timeout(60_000),
  );
  return said;
}

function append(pool: Pool, network: 'BTC' | 'LTC', chain: ScriptedCoins, to: number) {
  return inTransaction(pool, async (client) =>
    appendCoins(client, await ensureLedger(client, network, network), chain.transactions(0, to)),
  );
}

/** Indexes, constraints and what names a row in logical replication. */
async function shapeOf(pool: Pool): Promise<unknown> {
  const { rows } = await pool.query(
    `SELECT t.relname, t.relreplident, t.relpersistence, c.relname AS index, pg_get_indexdef(i.indexrelid), i.indisreplident,
            k.conname, k.contype
       FROM pg_class t JOIN pg_index i ON i.indrelid = t.oid JOIN pg_class c ON c.oid = i.indexrelid
       LEFT JOIN pg_constraint k ON k.conindid = i.indexrelid AND k.conrelid = t.oid
      WHERE t.relname IN ('coin_transactions', 'coin_outputs') ORDER BY c.relname`,
  );
  const { rows: columns } = await pool.query(
    `SELECT table_name, column_name, ordinal_position, data_type, is_nullable, column_default, identity_generation
       FROM information_schema.columns WHERE table_name IN ('coin_transactions', 'coin_outputs') ORDER BY 1, 3`,
  );
  const { rows: constraints } = await pool.query(
    `SELECT conrelid::regclass::text, conname, pg_get_constraintdef(oid) FROM pg_constraint
      WHERE conrelid IN ('coin_transactions'::regclass, 'coin_outputs'::regclass) ORDER BY 1, 2`,
  );
  return { rows, columns, constraints };
}

describe('the first load of a network of coins', { timeout: 60_000 }, () => {
  it('is resumed where it was left, and has the records of blocks that are stored one by one', async () => {
    const node = new ScriptedCoins(120);
    const other = new ScriptedCoins(15, 9);
    const { pool } = database;
    await append(pool, 'LTC', other, 14);
    // A sample of the same chain was imported before; what it spends was not.
    await append(pool, 'BTC', node, 9);
    const shape = await shapeOf(pool);

    const stop = new AbortController();
    node.onRead = (from) => {
      if (from > 60) stop.abort();
    };
    await follow(pool, node, ALWAYS, stop.signal);
    const half = (await readFollowed(pool))[0];
    expect(half).toMatchObject({ held: null, stagedHeight: expect.any(Number) });
    const reads: number[] = [];
    node.onRead = (from) => void reads.push(from);
    const said = await follow(pool, node, ALWAYS);
    expect(said.join('\n')).toContain('All blocks up to 113 are read');
    expect(Math.min(...reads)).toBe((half?.stagedHeight ?? 0) + 1);
    expect((await readFollowed(pool))[0]).toMatchObject({ held: { height: 119 }, stagedHeight: null });
    expect(await shapeOf(pool)).toEqual(shape);

    const oneByOne = await freshDatabase();
    await append(oneByOne.pool, 'LTC', other, 14);
    await follow(oneByOne.pool, node, NEVER);
    expect(await dumpLedgers(pool)).toBe(await dumpLedgers(oneByOne.pool));
    // What comes later is stored with numbers of its own.
    node.grow(10);
    await follow(pool, node, ALWAYS);
    await append(pool, 'LTC', new ScriptedCoins(25, 9), 24);
    await follow(oneByOne.pool, node, NEVER);
    await append(oneByOne.pool, 'LTC', new ScriptedCoins(25, 9), 24);
    const dump = await dumpLedgers(pool);
    expect(dump).toBe(await dumpLedgers(oneByOne.pool));
    expect(dump.split('\n').length).toBeGreaterThan(2_000);
  });

  it('begins again where PostgreSQL has emptied what was staged', async () => {
    const node = new ScriptedCoins(60);
    const { pool } = database;
    const stop = new AbortController();
    node.onRead = (from) => {
      if (from > 30) stop.abort();
    };
    await follow(pool, node, ALWAYS, stop.signal);
    // As after a crash.
    await pool.query('TRUNCATE first_btc_transactions, first_btc_outputs, first_btc_inputs, first_btc_progress');
    node.onRead = () => undefined;
    await follow(pool, node, ALWAYS);
    const oneByOne = await freshDatabase();
    await follow(oneByOne.pool, node, NEVER);
    expect(await dumpLedgers(pool)).toBe(await dumpLedgers(oneByOne.pool));
  });

  it('refuses to replace records that its blocks do not have', async () => {
    const node = new ScriptedCoins(40);
    await append(database.pool, 'BTC', new ScriptedCoins(5, 3), 4);
    const before = await dumpLedgers(database.pool);
    await expect(follow(database.pool, node, ALWAYS)).rejects.toThrow(
      /stored transactions of BTC are in none of its blocks/,
    );
    expect(await dumpLedgers(database.pool)).toBe(before);
  });

  it('begins again where PostgreSQL empties what was staged while it reads on', async () => {
    const node = new ScriptedCoins(60);
    const { pool } = database;
    const blocks = node.blocks.bind(node);
    let isEmptied = false;
    node.blocks = async (from, to) => {
      if (from > 30 && !isEmptied) {
        isEmptied = true;
        await pool.query('TRUNCATE first_btc_transactions, first_btc_outputs, first_btc_inputs, first_btc_progress');
      }
      return await blocks(from, to);
    };
    await follow(pool, node, ALWAYS);
    const oneByOne = await freshDatabase();
    await follow(oneByOne.pool, new ScriptedCoins(60), NEVER);
    expect(await dumpLedgers(pool)).toBe(await dumpLedgers(oneByOne.pool));
  });

  it('refuses records that are imported in its last moment, and replaces them when it is started again', async () => {
    const node = new ScriptedCoins(40);
    const { pool } = database;
    const refAt = node.refAt.bind(node);
    const importing = Promise.withResolvers<void>();
    const imports: Promise<void>[] = [];
    const importRecords = (): Promise<void> =>
      inTransaction(pool, async (client) => {
        await appendCoins(client, await ensureLedger(client, 'BTC', 'BTC'), node.transactions(0, 9));
        importing.resolve();
        await expect
          .poll(
            async () =>
              (
                await pool.query(
                  `SELECT FROM pg_locks JOIN pg_database d ON d.oid = database
                    WHERE relation = 'coin_transactions'::regclass AND NOT granted AND d.datname = current_database()`,
                )
              ).rowCount,
          )
          .toBeGreaterThan(0);
      });
    node.refAt = async (height) => {
      // All blocks are staged: an import has the ledger, and ends after the load has begun to wait for it.
      if (imports.length === 0) imports.push(importRecords());
      await importing.promise;
      return await refAt(height);
    };
    await expect(follow(pool, node, ALWAYS)).rejects.toThrow(
      'Records of BTC were imported at the end of the first load',
    );
    await Promise.all(imports);
    await follow(pool, node, ALWAYS);
    const oneByOne = await freshDatabase();
    await follow(oneByOne.pool, node, NEVER);
    expect(await dumpLedgers(pool)).toBe(await dumpLedgers(oneByOne.pool));
  });

  it('drops what it has read where so much was imported meanwhile that it no longer applies', async () => {
    const node = new ScriptedCoins(40);
    const { pool } = database;
    const stop = new AbortController();
    node.onRead = (from) => {
      if (from > 20) stop.abort();
    };
    await follow(pool, node, ALWAYS, stop.signal);
    await append(pool, 'BTC', node, 9);
    await pool.query("UPDATE ledgers SET records = records + 1000000 WHERE ticker = 'BTC'");
    node.onRead = () => undefined;
    const said = await follow(pool, node, ALWAYS);
    expect(said.join('\n')).toContain('its blocks are stored one by one');
    expect((await readFollowed(pool))[0]).toMatchObject({ held: { height: 39 }, stagedHeight: null });
    expect((await pool.query("SELECT FROM pg_class WHERE relname LIKE 'first_btc%'")).rowCount).toBe(0);
  });

  type Forge = (block: CoinBlock) => CoinBlock;
  const SPENT_TWICE: Forge = (block) => ({
    ...block,
    transactions: block.transactions.map((one, index) =>
      index === 2 ? { ...one, inputs: [...one.inputs, ...(block.transactions[1]?.inputs ?? [])] } : one,
    ),
  });
  it.each<[string, Forge, RegExp]>([
    [
      'spend what no block created',
      (block) => ({ ...block, transactions: block.transactions.filter(({ coinbase }) => coinbase) }),
      /inputs, and \d+ of the outputs that they spend/,
    ],
    ['spend an output twice', SPENT_TWICE, /a transaction twice, or spend an output twice/],
  ])('refuses blocks that %s, and begins again with those of another node', async (_what, forge, refusal) => {
    const node = new ScriptedCoins(40);
    const { pool } = database;
    const blocks = node.blocks.bind(node);
    node.blocks = async (from, to) =>
      (await blocks(from, to)).map((block) => (block.height === 20 && block.ledger === 'utxo' ? forge(block) : block));
    // Records that were there, and which the blocks have too.
    await append(pool, 'BTC', node, 4);
    await expect(follow(pool, node, ALWAYS)).rejects.toThrow(refusal);
    expect((await pool.query('SELECT FROM coin_transactions')).rowCount).toBe(0);
    node.blocks = blocks;
    await follow(pool, node, ALWAYS);
    const oneByOne = await freshDatabase();
    await follow(oneByOne.pool, node, NEVER);
    expect(await dumpLedgers(pool)).toBe(await dumpLedgers(oneByOne.pool));
  });
});
